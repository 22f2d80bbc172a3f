import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { NewFile } from "./write-new.ts";

/** The whole sample site as a team's own files: code in `site/`, content in `space/`. */
export async function sampleSite(): Promise<NewFile[]> {
  const blocks = join(PACKAGE_ROOT, "src/blocks");
  const templates = join(PACKAGE_ROOT, "templates");
  const copies = async (from: string, pattern: string, to: string) =>
    (await fg(pattern, { cwd: from, dot: true }))
      .sort()
      .map((path) => ({ path: `${to}/${path}`, from: join(from, path) }));
  const code = await Promise.all(
    (await fg(["**/*.{ts,tsx,css}"], { cwd: blocks })).sort().map(async (path) => ({
      path: `site/${path}`,
      text: /\.tsx?$/.test(path)
        ? toPackage(await readFile(join(blocks, path), "utf8"))
        : await readFile(join(blocks, path), "utf8"),
    })),
  );
  return [
    ...code,
    ...(await copies(join(templates, "styles"), "*.css", "site/styles")),
    ...(await copies(join(templates, "fonts"), "*", "site/fonts")),
    ...(await copies(join(templates, "icons"), "*", "site/icons")),
    ...(await copies(join(templates, "sample-space"), "**/*", "space")),
  ];
}

/** Code of the sample names the program's files; a team's copy names the package. */
export function toPackage(source: string): string {
  return source
    .replace(/"(?:\.\.\/)+site\/(?:definition|register)\.ts"/g, '"sitegen-storyblok"')
    .replace(/"(?:\.\.\/)+exports\/schema\.ts"/g, '"sitegen-storyblok/schema"')
    .replace(/"(?:\.\.\/)+(?:kit|content|site)\/[\w/-]+\.tsx?"/g, '"sitegen-storyblok/kit"')
    .replaceAll("../../templates/", "./");
}
