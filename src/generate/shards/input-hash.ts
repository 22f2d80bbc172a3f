import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../files/package-root.ts";
import { shortHash } from "../../files/short-hash.ts";
import type { LoadedSources } from "../../sources/load-sources.ts";
import type { MappedSpace } from "../map-space.ts";
import type { OpenedSite } from "../open-site.ts";
import type { PreparedClient } from "../prepare-client.ts";
import type { RenderContext } from "../render-context.ts";

/** Increase this when a part's format changes. */
const VERSION = 3;

/**
 * Hash of everything pages are rendered from: only parts with the same hash fit together. It depends on content and not
 * on file times or paths, since parts come from different machines.
 */
export function inputHash(options: {
  mapped: MappedSpace;
  opened: Pick<OpenedSite, "hash">;
  client: PreparedClient;
  context: RenderContext;
  filenames: readonly string[];
  sources: Pick<LoadedSources, "hashes">;
}): string {
  const { mapped, opened, client, context, filenames, sources } = options;
  const { stories, pulled } = mapped;
  return shortHash(
    JSON.stringify([
      VERSION,
      programHash(),
      opened.hash,
      [...client.paths].sort(),
      client.icons,
      context.settings,
      Object.values(context.sharedFiles).map(({ path }) => path),
      Object.values(context.wordsFiles).map(({ text }) => text),
      Object.entries(stories.stories).map(([lang, own]) => [lang, [...own].map(([uuid, { hash }]) => [uuid, hash])]),
      pulled.space.datasources,
      sources.hashes,
      context.site.routes,
      filenames.map((filename) => context.sources.assets(filename) ?? null),
    ]),
  );
}

/** Hash of the program's own sources, which an installed package includes. */
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
