import { valueHash } from "../../files/hash.ts";
import { codeVersion } from "../../incremental/build-inputs-hash.ts";
import { type BuildOptions, withEnvironment } from "../build-options.ts";
import { type PreparedPages, withPreparedPages } from "../prepare-render.ts";

/** What the pages of a part are made from; the state folder has it too, for the parts that begin there. */
export function withShardInputs<T>(given: BuildOptions, work: (prepared: PreparedPages) => Promise<T>): Promise<T> {
  return withPreparedPages(withEnvironment(given), async (prepared) => {
    const { stories, pulled } = prepared.mapped;
    if (pulled.snapshot !== "") stories.save(pulled.snapshot);
    return work(prepared);
  });
}

/**
 * Hash of everything pages are rendered from: only parts with the same hash fit together. It depends on content and not
 * on file times or paths, since parts come from different machines.
 */
export function inputHash({
  opened,
  mapped: { stories, pulled },
  sources,
  made: { client, context, filenames },
}: Pick<PreparedPages, "opened" | "mapped" | "sources" | "made">): string {
  return valueHash([
    codeVersion(),
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
  ]);
}
