/** What has moved since the last build; null where everything has to be compared. */
import type { MovedSite } from "../content/map/site-model.ts";
import { valueHash } from "../files/hash.ts";
import type { Moves } from "../incremental/moves.ts";
import type { ComparedGraph, GraphInputs, PageGraph } from "../incremental/page-graph.ts";
import type { ChangedStories } from "../incremental/stored-stories.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { pageOfFile } from "../publish/page-files.ts";
import type { Lang } from "../site/api/model.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import { languageOf } from "../site/languages.ts";
import type { LoadedSources } from "../sources/load-sources.ts";
import type { BuildOptions } from "./build-options.ts";
import type { GatheredAssets } from "./gather-assets.ts";
import type { MappedSpace } from "./map-space.ts";
import type { RenderContext } from "./render-context.ts";

/** What moved since the last build. */
export interface Moved extends MovedSite {
  /** Stories that differ in anything, by the language of the response. */
  stories: ChangedStories["stories"];
  /** Names of the datasources that differ. */
  datasources: ByLanguage<ReadonlySet<string>>;
  sources: Moves["sources"];
  /** Whether what is known of an asset differs, such as where its file is. */
  assets: boolean;
  /** Whether stories use other assets, or count for another language. */
  uses: boolean;
  renames: boolean;
}

/** What this build's pages are made from; `rules`: hash of code, settings and configured files. */
export function graphInputs(
  rules: string,
  of: { mapped: MappedSpace; assets: GatheredAssets; sources: Pick<LoadedSources, "hashes"> },
): Omit<GraphInputs, "buildId"> {
  const { mapped, assets, sources } = of;
  const { definition, pulled, renames } = mapped;
  const facts: Record<string, string> = {
    renames: valueHash(renames),
    // Which assets are missing matters to pages; everything else follows from an asset's address.
    assets: valueHash([assets.origin ?? "", assets.problems.map(({ filenames }) => filenames)]),
  };
  for (const { code } of definition.languages)
    for (const [name, entries] of Object.entries(pulled.space.datasources[code] ?? {}))
      facts[datasourceFact(code, name)] = valueHash(entries);
  for (const [name, hash] of Object.entries(sources.hashes)) facts[sourceFact(name)] = hash;
  // An asset whose host did not respond still has an address, and is requested again by every build.
  const missing = assets.problems.filter((one) => one.missing !== "no" && one.problem.code === "ASSET_FAILED");
  return { rules, snapshot: pulled.snapshot, facts, missing };
}

function sourceFact(name: string): string {
  return `source ${name}`;
}

function datasourceFact(lang: string, name: string): string {
  return `datasource ${lang} ${name}`;
}

/**
 * What moved since the build in out/. Null if the state does not tell, or if what all pages share has changed; every
 * page and file is then compared.
 */
export async function whatMoved(
  inputs: Omit<GraphInputs, "buildId">,
  of: {
    options: BuildOptions;
    mapped: MappedSpace;
    sources: Pick<LoadedSources, "hashes" | "changed">;
    graph: PageGraph;
    compared: ComparedGraph;
    output: OutputTransaction;
  },
): Promise<Moved | null> {
  const { options, mapped, sources, graph, compared, output } = of;
  const { definition, since, moved, changed } = mapped;
  const last = graph.inputs;
  const isFollowed = last.rules === inputs.rules && last.snapshot === since && last.buildId === output.lastBuild;
  if (!isFollowed || last.buildId === "" || options.full || options.draft || options.release || options.parts)
    return null;
  const codes = definition.languages.map(({ code }) => code);
  if (codes.some((code) => compared.sharedChanged(code))) return null;
  // Which output a broken file belongs to is not known, so all are made.
  if ([...output.broken()].some((file) => pageOfFile(file) === null) || !(await output.stayWithLast())) return null;
  const isOther = (fact: string) => last.facts[fact] !== inputs.facts[fact];
  return {
    ...moved,
    stories: changed.stories,
    uses: changed.uses,
    datasources: byLanguage(codes, (code) => {
      const names = Object.keys(mapped.pulled.space.datasources[code] ?? {});
      return new Set(names.filter((name) => isOther(datasourceFact(code, name))));
    }),
    sources: new Map(
      Object.keys(sources.hashes).flatMap((name) => {
        const [fact, changed] = [sourceFact(name), sources.changed[name]];
        if (!isOther(fact)) return [];
        return [[name, changed && changed.since === last.facts[fact] ? changed.keys : null]];
      }),
    ),
    assets: isOther("assets"),
    renames: isOther("renames"),
  };
}

/** What moved, as far as the pages of each language can depend on it. */
export function movesByLanguage(moved: Moved, { definition }: Pick<RenderContext, "definition">): ByLanguage<Moves> {
  const { entries, added, removed, types, datasources, assets, sources } = moved;
  const named = new Set(entries.flatMap(({ before, now }) => [before, now].flatMap((entry) => entry?.path ?? [])));
  const live = new Set([...added, ...removed].map(({ path }) => path));
  const contents = new Set(Object.values(moved.stories).flatMap((stories) => [...stories]));
  const uuids = (isIn: (lang: Lang) => boolean) =>
    new Set(entries.flatMap(({ lang, uuid }) => (isIn(lang) ? [uuid] : [])));
  return byLanguage(
    definition.languages.map(({ code }) => code),
    (code) => ({
      stories: uuids((lang) => lang === code),
      elsewhere: uuids((lang) => lang !== code),
      contents,
      types: forLanguage(types, code),
      fields: fieldsMoved(entries.filter(({ lang }) => lang === code)),
      named,
      live,
      datasources: datasources[code] ?? new Set(),
      sources,
      assets,
      home: named.has(languageOf(definition.languages, code).home),
    }),
  );
}

/** The fields that differ on a story, and "name", by page type. */
function fieldsMoved(entries: Moved["entries"]): Map<string, Set<string>> {
  const moved = new Map<string, Set<string>>();
  for (const { before, now } of entries)
    for (const { component } of [before, now].flatMap((entry) => entry ?? [])) {
      const [old, next] = [before?.fields ?? {}, now?.fields ?? {}];
      const isOther = (name: string) => JSON.stringify(old[name]) !== JSON.stringify(next[name]);
      const names = Object.keys({ ...old, ...next }).filter(isOther);
      if (before?.name !== now?.name) names.push("name");
      if (names.length > 0) moved.set(component, new Set([...(moved.get(component) ?? []), ...names]));
    }
  return moved;
}
