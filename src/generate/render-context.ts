import { createElement, type ReactElement } from "react";
import type { ClientBundle } from "../bundle/bundle-client.ts";
import type { Config } from "../config/config.ts";
import type { AssetLookup } from "../content/assets/asset.ts";
import type { SourceIndex } from "../content/lists/source-values.ts";
import type { Site } from "../content/map/site.ts";
import { errorPayload } from "../content/page/page-payload.ts";
import { buildShared } from "../content/page/shared.ts";
import { createCardMaker, type ReaderSources } from "../content/page/site-reader.ts";
import { label } from "../content/rules/labels.ts";
import { valueHash } from "../files/hash.ts";
import type { Dependency } from "../incremental/dependency-kinds.ts";
import { recordDependencies } from "../incremental/record-dependencies.ts";
import type { TestHooks } from "../incremental/test-hooks.ts";
import { type BlockNames, planHydration, prepareHydration } from "../kit/hydration.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Problem } from "../problems/problem.ts";
import { runPure } from "../render/pure-render.ts";
import { selfCloseEmptyTags } from "../render/self-close-empty-tags.ts";
import { renderWatched, watchBlocks } from "../render/static-blocks.ts";
import type { Lang, Space } from "../site/api/model.ts";
import type { Shared } from "../site/api/payload.ts";
import type { PageReader } from "../site/api/reader.ts";
import type { BlockCatalogue } from "../site/blocks/catalogue.ts";
import { byLanguage } from "../site/by-language.ts";
import { type Domains, domainsOf } from "../site/domains.ts";
import { shownWords, wordsOf } from "../site/words.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import type { LoadedSite } from "./load-site.ts";
import { blockNamesOf, createPageContext, type PageContext, type PageContextInput } from "./page-context.ts";
import { dateFormat } from "./site-settings.ts";
import { locatingErrors, withPlace } from "./source-location.ts";

/** Everything that a page is made from besides its route. Created once per build. */
export interface RenderContext extends PageContext {
  space: Space;
  site: Site;
  domains: Domains;
  catalogue: BlockCatalogue;
  /** Values of the site's own sources. */
  values: Readonly<Record<string, SourceIndex>>;
  sources: ReaderSources;
  /** Dependencies of the shared states. */
  sharedDependencies: readonly (readonly [lang: Lang, dependency: Dependency])[];
  blockHashes: ReturnType<typeof createBlockHashes>;
  problems: Problem[];
  testHooks: TestHooks | undefined;
}

export interface RenderContextInput extends PageContextInput {
  config: Config;
  space: Space;
  site: Site;
  catalogue: BlockCatalogue;
  blockCode: LoadedSite["blockCode"];
  values: Readonly<Record<string, SourceIndex>>;
  assets: AssetLookup;
  testHooks?: TestHooks | undefined;
}

export function createRenderContext(input: RenderContextInput): RenderContext {
  const { space, site, settings, catalogue, definition, testHooks } = input;
  const codes = definition.languages.map(({ code }) => code);
  const count = testHooks?.count ?? (() => undefined);
  const problems: Problem[] = [];
  const onProblem = (problem: Problem) => problems.push(withPlace(problem));
  const card = {
    definition,
    datasources: space.datasources,
    dates: Object.fromEntries(definition.languages.map((language) => [language.code, dateFormat(language)])),
    assets: input.assets,
    address: settings,
  };
  const sources: ReaderSources = {
    ...card,
    site,
    cardOf: createCardMaker(card, count),
    storyOf: space.story,
    values: valuesOf(input),
    onProblem,
  };
  const found = new Map<string, RenderContext["sharedDependencies"][number]>();
  const share = (lang: Lang) => {
    const labels = space.datasources[lang]?.[definition.labels] ?? [];
    // The kit has its words for forms and search in its own code, so a label of their name is a word more.
    const ofKit = labels.flatMap(({ name }) => (/^(form|search)_/.test(name) ? [[name, ""]] : []));
    const own = { ...Object.fromEntries(ofKit), ...definition.words[lang] };
    const words = wordsOf(own, (name) => label(labels, name), shownWords(definition));
    const global = space.global[lang] ?? null;
    const watched = (reader: PageReader) =>
      recordDependencies(reader, (one) => found.set(`${lang} ${one}`, [lang, one]));
    const shared = ofEveryPage(() => buildShared({ lang, global, settings, catalogue, sources, words, watched }));
    // Hydration marks are numbered per page; those of the global story use their own prefix.
    const marked = { ...shared, global: prepareHydration(shared.global, blockNames, { prefix: "g" }).marked };
    const late = lateBlocks(marked, input, blockNames);
    return Object.keys(late).length > 0 ? { ...marked, late } : marked;
  };
  const blockNames = blockNamesOf(input);
  return {
    ...createPageContext({ ...input, shared: byLanguage(codes, share), count }),
    space,
    site,
    domains: domainsOf(definition.languages, settings.origin),
    catalogue,
    values: input.values,
    sources,
    sharedDependencies: [...found.values()],
    blockHashes: createBlockHashes(input.blockCode, input.bundle),
    problems,
    testHooks,
  };
}

function ofEveryPage<T>(make: () => T): T {
  try {
    return locatingErrors(make);
  } catch (cause) {
    const message = `What every page shows, of the global story or by "layout.data", could not be made: ${messageOf(cause)}`;
    throw sitegenError("RENDER_FAILED", { message, hint: "Fix the code at the named place.", cause });
  }
}

function valuesOf({ values }: Pick<RenderContextInput, "values">): ReaderSources["values"] {
  return (name) => {
    if (Object.hasOwn(values, name) && values[name]) return values[name];
    const known = Object.keys(values);
    const there = known.length === 0 ? "no `sources`" : `the sources ${known.join(", ")}`;
    throw new Error(`There is no source "${name}"; the site definition has ${there}.`);
  };
}

/**
 * Markup of the global story's static blocks that is not part of the documents, by hydration mark. A block that fails is
 * left out, and so is one whose root element has no mark: pages then render it in place and report the error.
 */
function lateBlocks(
  shared: Shared,
  { App, catalogue, components, interactive, settings }: RenderContextInput,
  names: BlockNames,
): Record<string, string> {
  const { global } = shared;
  const fields = catalogue.all().find(({ schema }) => schema.name === global?.component)?.schema.late ?? [];
  if (fields.length === 0) return {};
  const late = new Set<unknown>(fields.flatMap((field) => global?.[field]));
  const blocks = planHydration([global], names).kept.filter((block) => late.has(block));
  const payload = errorPayload(shared.lang, settings, ""); // without a story, to render the blocks with
  const site = { shared, components: watchBlocks(components, interactive), payload };
  const made = blocks.flatMap((block) => {
    const { _mark: mark } = block;
    const html = runPure(() => markupOf(createElement(App, { ...site, alone: [block] }), `late-${mark}-`));
    const isMarked = mark !== undefined && /^<[^>]*>/.exec(html)?.[0].includes(` data-block="${mark}"`);
    return isMarked ? [[mark, html] as const] : [];
  });
  return Object.fromEntries(made);
}

/** Its ids are unique, since the page may show the same block. */
function markupOf(element: ReactElement, identifierPrefix: string): string {
  try {
    return selfCloseEmptyTags(renderWatched(element, { identifierPrefix }));
  } catch {
    return "";
  }
}

/** What pages depend on of the code of each block that they show, computed when it is asked for; "" for what it does not have. */
function createBlockHashes(code: LoadedSite["blockCode"], { chunks, sheets }: Pick<ClientBundle, "chunks" | "sheets">) {
  const { units } = sheets;
  const [uses, lateUses] = [sheets.uses, sheets.lateUses].map((all) => new Map(Object.entries(all)));
  const known = new Map<string, string>();
  // A stylesheet's place decides which file has it (page-styles.ts).
  const sheetsOf = (name: string) =>
    [uses, lateUses].map((all) => all?.get(name)?.map((place) => [place, units.length, units[place]]));
  return {
    /** Its component, script and stylesheets: what a page that shows the block consists of. */
    shown: (name: string) =>
      getOrInsert(known, name, () => valueHash([code.get(name)?.shown, chunks.get(name), sheetsOf(name)])),
    /** Its data file. */
    data: (name: string) => code.get(name)?.data ?? "",
  };
}
