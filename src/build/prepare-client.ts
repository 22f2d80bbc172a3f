import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { bundleClient, type ClientBundle } from "../bundle/bundle-client.ts";
import type { Config } from "../config/config.ts";
import { withBase } from "../content/rules/paths.ts";
import { PACKAGE_ROOT } from "../package-root.ts";

export interface Client {
  bundle: ClientBundle;
  icons: { favicon: string; touchIcon: string };
  /** Code, styles, fonts and icons: path below the output folder and bytes. */
  files: { path: string; bytes: Uint8Array }[];
}

/** The browser's code and the icons, as files to publish and addresses to refer to. */
export async function prepareClient(config: Config): Promise<Client> {
  const { base } = config.site;
  const bundle = await bundleClient({ packageRoot: PACKAGE_ROOT, base, minify: true });
  const favicon = iconFile("favicon.svg");
  const touchIcon = iconFile("apple-touch-icon.png");
  return {
    bundle,
    icons: { favicon: withBase(base, favicon.path), touchIcon: withBase(base, touchIcon.path) },
    files: [...bundle.files, favicon, touchIcon],
  };
}

function iconFile(name: string): { path: string; bytes: Uint8Array } {
  const bytes = readFileSync(join(PACKAGE_ROOT, "templates", "icons", name));
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const extension = extname(name);
  return { path: `_assets/${name.slice(0, -extension.length)}-${hash}${extension}`, bytes };
}
