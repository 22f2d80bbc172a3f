import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fg from "fast-glob";
import { loadConfig } from "../config/load-config.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { componentName } from "../site/blocks/catalogue.ts";
import type { NewFile } from "./write-new-files.ts";

/** The sample's platform name, in components and content. */
export async function samplePlatformName(): Promise<string> {
  return (await loadConfig({ cwd: PACKAGE_ROOT, env: {} })).site.platformName ?? "";
}

/** The sample site as a project: code in `site/`, content in `space/` with the platform's components. */
export async function sampleSite(platformName: string): Promise<NewFile[]> {
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
        ? importFromPackage(await readFile(join(blocks, path), "utf8"))
        : await readFile(join(blocks, path), "utf8"),
    })),
  );
  return [
    ...code,
    ...(await copies(join(templates, "styles"), "*.css", "site/styles")),
    ...(await copies(join(templates, "fonts"), "*", "site/fonts")),
    ...(await copies(join(templates, "icons"), "*", "site/icons")),
    ...(await copies(join(templates, "sample-space"), "{*,!(stories)/**}", "space")),
    ...(await stories(join(templates, "sample-space/stories"), platformName)),
  ];
}

async function stories(from: string, platformName: string): Promise<NewFile[]> {
  const own = await samplePlatformName();
  const blocks = await fg("*Platform*/*.schema.ts", { cwd: join(PACKAGE_ROOT, "src/blocks") });
  const names = new Map(
    blocks.map((path) => {
      const name = path.split("/")[0] ?? "";
      return [componentName(name, own), componentName(name, platformName)] as const;
    }),
  );
  const renamed = (text: string) =>
    text.replace(/("component": *")(\w+)"/g, (all, before: string, name: string) =>
      names.has(name) ? `${before}${names.get(name)}"` : all,
    );
  return Promise.all(
    (await fg("**/*", { cwd: from, dot: true })).sort().map(async (path) => {
      const file = join(from, path);
      return { path: `space/stories/${path}`, text: renamed(await readFile(file, "utf8")) };
    }),
  );
}

/** Replaces imports of the program's files in the sample's code with imports of the package. */
export function importFromPackage(source: string): string {
  return source
    .replace(/"(?:\.\.\/)+site\/(?:definition|register)\.ts"/g, '"sitegen-storyblok"')
    .replace(/"(?:\.\.\/)+exports\/define\.ts"/g, '"sitegen-storyblok"')
    .replace(/"(?:\.\.\/)+exports\/(schema|lottie)\.ts"/g, '"sitegen-storyblok/$1"')
    .replace(/"(?:\.\.\/)+site\/forms\/define-form\.ts"/g, '"sitegen-storyblok/forms"')
    .replace(/"(?:\.\.\/)+(?:kit|content|site)\/[\w/-]+\.tsx?"/g, '"sitegen-storyblok/kit"')
    .replaceAll("../../templates/", "./");
}
