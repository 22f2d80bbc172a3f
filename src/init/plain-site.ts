import { join } from "node:path";
import fg from "fast-glob";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import type { TextFile } from "./block-files.ts";
import { fillTemplate, readTemplate } from "./ci-files.ts";
import { menuParts, type OwnMenu } from "./infer-menu.ts";
import { testFile } from "./site-text.ts";

const FOLDER = "init/plain";

/** The smallest site: two page types, four blocks, one language, a space folder with three stories. */
export async function plainSite(): Promise<TextFile[]> {
  const paths = (await fg("**/*", { cwd: join(PACKAGE_ROOT, "templates", FOLDER), dot: true })).sort();
  const own = await Promise.all(
    paths.map(async (path) => ({
      path: path.replace(/\.template$/, ""),
      text: await readTemplate(`${FOLDER}/${path}`),
    })),
  );
  const tested = testFile({ name: "hero", kind: "section", fields: { headline: { kind: "text" } } }, "hero");
  return [...own, ...(await layoutFiles(null)), tested];
}

/** The layout of pages, with the space's own menu if it has one, and basic styles. */
export async function layoutFiles(menu: OwnMenu | null): Promise<TextFile[]> {
  return [
    {
      path: "layout/layout.tsx",
      text: fillTemplate(await readTemplate("init/shared/layout.tsx.template"), menuParts(menu)),
    },
    { path: "icons/favicon.svg", text: await readTemplate("init/shared/favicon.svg.template") },
    { path: "styles/site.css", text: await readTemplate("init/shared/site.css.template") },
  ];
}
