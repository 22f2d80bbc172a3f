import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { shortHash } from "../../incremental/short-hash.ts";
import { PACKAGE_ROOT } from "../../package-root.ts";
import type { MappedSpace } from "../map-space.ts";
import type { OpenedSite } from "../open-site.ts";
import type { Client } from "../prepare-client.ts";
import type { RenderContext, RenderContextInput } from "../render-context.ts";

/** Raised when a part's form changes. */
const VERSION = 2;

/**
 * Names what pages are made from: two parts with one name fit together. Content decides and never a file's time or
 * place, since parts come from machines that have nothing else in common.
 */
export function inputHash(options: {
  mapped: MappedSpace;
  opened: Pick<OpenedSite, "hash">;
  client: Client;
  context: RenderContext;
  input: RenderContextInput;
}): string {
  const { mapped, opened, client, context, input } = options;
  const { summarized, site, pulled } = mapped;
  return shortHash(
    JSON.stringify([
      VERSION,
      programHash(),
      opened.hash,
      client.files.map(({ path }) => path).sort(),
      client.icons,
      context.settings,
      Object.values(context.sharedFiles).map(({ path }) => path),
      Object.entries(summarized.hashes).map(([lang, hashes]) => [lang, [...hashes].sort()]),
      pulled.space.datasources,
      site.routes,
      input.filenames.map((filename) => input.assets(filename) ?? null),
    ]),
  );
}

/** The program's own sources; an installed package brings them along too. */
function programHash(): string {
  const lines: string[] = [];
  const visit = (path: string) => {
    for (const entry of readdirSync(join(PACKAGE_ROOT, path), { withFileTypes: true })) {
      const below = `${path}/${entry.name}`;
      if (entry.isDirectory()) visit(below);
      else lines.push(`${below} ${shortHash(readFileSync(join(PACKAGE_ROOT, below), "latin1"))}`);
    }
  };
  visit("src");
  lines.push(shortHash(readFileSync(join(PACKAGE_ROOT, "templates", "document.html"), "latin1")));
  return shortHash(lines.sort().join("\n"));
}
