/** The files of the `public` folder, in each domain's output. */
import { readFile } from "node:fs/promises";
import type { Config } from "../../config/config.ts";
import { pageFile, payloadFile } from "../../publish/page-files.ts";
import { parentsOf } from "../../publish/paths.ts";
import { domainPath } from "../../site/domains.ts";
import { getOrInsert } from "../../util/get-or-insert.ts";
import { type PublicFile, publicFiles, publicName, takenPath } from "../public-files.ts";
import type { RenderContext } from "../render-context.ts";
import { type Output, sourceOf } from "./output.ts";

/** The key has the file's size and time, so a changed file is a new key. */
export const publicOutput: Output = {
  name: "public",
  *keys({ config, context }) {
    for (const { folder } of context.domains)
      for (const { stamp, path } of filesOfBuild(config, context)) yield `${stamp} ${folder} ${path}`;
  },
  isMoved: () => false,
  async make(key, { config, context }) {
    const [stamp = "", folder = "", ...rest] = key.split(" ");
    const path = rest.join(" ");
    const file = filesOfBuild(config, context).find((one) => one.path === path && one.stamp === stamp);
    if (!file) return { files: [] };
    const content = await readFile(file.source);
    return { files: [{ path: domainPath({ folder }, path), content, source: publicName(path, config) }] };
  },
};

const known = new WeakMap<RenderContext, PublicFile[]>();

/** The folder's files, read once for each build. */
export function filesOfBuild(config: Config, context: RenderContext): PublicFile[] {
  return getOrInsert(known, context, () => publicFiles(config));
}

/**
 * Throws PUBLISH_DUPLICATE if a page or another output makes a file of the `public` folder, or if one is a folder of
 * the other. A build that writes only what has changed would not stage both, and so not notice.
 */
export function refuseTakenPaths(
  made: Iterable<readonly [id: string, output: { files: readonly string[] }]>,
  { config, context }: { config: Config; context: RenderContext },
): void {
  const own = new Map(
    context.domains.flatMap((domain) =>
      filesOfBuild(config, context).map(({ path }) => [domainPath(domain, path), path]),
    ),
  );
  if (own.size === 0) return;
  const folders = new Map([...own].flatMap(([at, path]) => parentsOf(at).map((parent) => [parent, path] as const)));
  const refuse = (path: string, by: string) => {
    const found =
      own.get(path) ??
      folders.get(path) ??
      parentsOf(path)
        .map((parent) => own.get(parent))
        .find(Boolean);
    if (found !== undefined) throw takenPath({ path: found, place: path, by }, config);
  };
  for (const { path } of context.site.routes)
    for (const file of [pageFile(path), payloadFile(path)]) refuse(file, `the page ${path}`);
  for (const [id, { files }] of made)
    if (!id.startsWith(`${publicOutput.name} `)) for (const file of files) refuse(file, makerOf(id));
}

function makerOf(id: string): string {
  const [name = "", ...key] = id.split(" ");
  return name.startsWith("output:") ? sourceOf({ name }, key.join(" ")) : `sitegen's own ${name}`;
}
