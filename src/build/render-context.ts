import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ClientBundle } from "../bundle/bundle-client.ts";
import type { Config } from "../config/config.ts";
import type { AssetLookup } from "../content/asset.ts";
import type { BlockCatalogue } from "../content/catalogue.ts";
import type { Lang, Space } from "../content/model.ts";
import { errorPayload } from "../content/page-payload.ts";
import type { Shared } from "../content/payload.ts";
import type { PageReader } from "../content/reader.ts";
import { label } from "../content/rules/labels.ts";
import { publicPath, withBase } from "../content/rules/paths.ts";
import type { KeptFields } from "../content/schema/fields.ts";
import { buildShared } from "../content/shared.ts";
import type { Site } from "../content/site.ts";
import { createCardMaker, type ReaderSources } from "../content/site-reader.ts";
import type { SiteSettings } from "../content/site-settings.ts";
import type { CountWork } from "../content/work-counter.ts";
import type { Dependency } from "../incremental/dependency-kinds.ts";
import { recordDependencies } from "../incremental/record-dependencies.ts";
import type { TestHooks } from "../incremental/test-hooks.ts";
import type { App } from "../kit/create-app.tsx";
import { type BlockNames, planHydration, prepareHydration } from "../kit/hydration.ts";
import type { Components } from "../kit/site.tsx";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Problem } from "../problem.ts";
import { renderTags } from "../render/custom-head-tags.ts";
import { type DocumentTemplate, loadDocument } from "../render/document.ts";
import type { PageFiles } from "../render/head.ts";
import { renderLateBlocks } from "../render/late-blocks.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import { type Domains, domainsOf } from "../site/domains.ts";
import { type Language, languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { tagsOf } from "../site/tags.ts";
import { wordsOf } from "../site/words.ts";
import { dateFormat } from "./date-format.ts";
import { feedsOfLanguage } from "./language-feeds.ts";
import { createPageStyles, type PageStyles } from "./page-styles.ts";

/** Everything that rendering a page needs besides its route. Created once per build, the same in every worker. */
export interface RenderContext {
  space: Space;
  site: Site;
  definition: ResolvedSite;
  settings: SiteSettings;
  domains: Domains;
  catalogue: BlockCatalogue;
  sources: ReaderSources;
  components: Components;
  /** Names of all blocks, and which are interactive. */
  blockNames: BlockNames;
  App: App;
  document: DocumentTemplate;
  shared: ByLanguage<Shared>;
  /** Names of interactive blocks in header and footer. */
  sharedCode: ByLanguage<readonly string[]>;
  /** The shared states as published: path below the output folder, and text. */
  sharedFiles: ByLanguage<{ path: string; text: string }>;
  /** Dependencies of the shared states. */
  sharedDependencies: readonly (readonly [lang: Lang, dependency: Dependency])[];
  files: ByLanguage<PageFiles>;
  chunks: ReadonlyMap<string, readonly string[]>;
  styles: PageStyles;
  problems: Problem[];
  count: CountWork;
  testHooks: TestHooks | undefined;
}

export interface RenderContextInput {
  config: Config;
  space: Space;
  site: Site;
  definition: ResolvedSite;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  components: Components;
  interactive: Readonly<Record<string, readonly string[]>>;
  keptFields: Readonly<Record<string, KeptFields>>;
  App: App;
  assets: AssetLookup;
  /** Every URL that `assets` may be queried for. */
  filenames: readonly string[];
  bundle: Pick<ClientBundle, "css" | "sheets" | "boot" | "app" | "consent" | "fonts" | "chunks">;
  /** Every page gets all stylesheets, because in the visual editor any block may be added to it. */
  wholeStyles?: boolean;
  /** URLs of the icons, including the base path. */
  icons: { favicon: string; touchIcon: string };
  testHooks?: TestHooks | undefined;
}

export function createRenderContext(input: RenderContextInput): RenderContext {
  const { space, site, settings, catalogue, definition, testHooks } = input;
  const codes = definition.languages.map(({ code }) => code);
  const problems: Problem[] = [];
  const onProblem = (problem: Problem) => problems.push(problem);
  const card = {
    definition,
    datasources: space.datasources,
    dates: Object.fromEntries(definition.languages.map((language) => [language.code, dateFormat(language)])),
    assets: input.assets,
    address: settings,
  };
  const sources: ReaderSources = { ...card, site, cardOf: createCardMaker(card, testHooks?.count), onProblem };
  const found = new Map<string, RenderContext["sharedDependencies"][number]>();
  const share = (lang: Lang) => {
    const labels = space.datasources[lang]?.[definition.labels] ?? [];
    const words = wordsOf(definition.words[lang], (name) => label(labels, name));
    const global = space.global[lang] ?? null;
    const watched = (reader: PageReader) =>
      recordDependencies(reader, (one) => found.set(`${lang} ${one}`, [lang, one]));
    const shared = buildShared({ lang, global, settings, catalogue, sources, words, watched });
    // Hydration marks are numbered per page; those of the global story use their own prefix.
    const marked = { ...shared, global: prepareHydration(shared.global, blockNames, "g").marked };
    const late = lateBlocks(marked, input, blockNames);
    return Object.keys(late).length > 0 ? { ...marked, late } : marked;
  };
  const blockNames = {
    known: new Set(Object.keys(input.components)),
    interactive: input.interactive,
    keptFields: input.keptFields,
  };
  const shared = byLanguage(codes, share);
  const codeOf = (lang: Lang) => planHydration([forLanguage(shared, lang).global], blockNames).code;
  const sharedFiles = byLanguage(codes, (lang) => sharedFile(forLanguage(shared, lang)));
  return {
    space,
    site,
    definition,
    settings,
    domains: domainsOf(definition.languages, settings.origin),
    catalogue,
    sources,
    components: input.components,
    blockNames,
    App: input.App,
    document: loadDocument(join(PACKAGE_ROOT, "templates", "document.html")),
    shared,
    sharedCode: byLanguage(codes, codeOf),
    sharedFiles,
    sharedDependencies: [...found.values()],
    files: byLanguage(codes, (lang) =>
      pageFiles(languageOf(definition.languages, lang), input, forLanguage(sharedFiles, lang).path),
    ),
    chunks: input.bundle.chunks,
    styles: createPageStyles(input.bundle.sheets, {
      isWhole: input.wholeStyles,
      isSingle: input.config.stylesheets === "single",
    }),
    problems,
    count: testHooks?.count ?? (() => undefined),
    testHooks,
  };
}

/** Markup of the global story's static blocks that is not part of the documents. */
function lateBlocks(
  shared: Shared,
  { App, catalogue, components, settings }: RenderContextInput,
  names: BlockNames,
): Record<string, string> {
  const { global } = shared;
  const fields = catalogue.all().find(({ schema }) => schema.name === global?.component)?.schema.late ?? [];
  if (fields.length === 0) return {};
  const late = new Set<unknown>(fields.flatMap((field) => global?.[field]));
  const blocks = planHydration([global], names).kept.filter((block) => late.has(block));
  return renderLateBlocks({ blocks, shared, components, App, payload: errorPayload(shared.lang, settings, "") });
}

function sharedFile(shared: Shared): { path: string; text: string } {
  const text = JSON.stringify(shared);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return { path: `_assets/shared-${shared.lang}-${hash}.json`, text };
}

function pageFiles(
  language: Language,
  { bundle, settings, icons, definition }: RenderContextInput,
  sharedPath: string,
): PageFiles {
  const address = (path: string) => withBase(settings.base, path);
  return {
    css: address(bundle.css),
    boot: address(bundle.boot),
    app: address(bundle.app),
    fonts: bundle.fonts.map(address),
    shared: address(sharedPath),
    feeds: feedsOfLanguage(language, definition, settings).map(({ path, title }) => ({
      href: withBase(settings.base, publicPath(path, language)),
      title: settings.companyName || title,
    })),
    consent: bundle.consent === "" ? "" : address(bundle.consent),
    tags: renderTags(tagsOf(definition, settings.environment)),
    ...icons,
  };
}
