import { join } from "node:path";
import type { ClientBundle } from "../bundle/bundle-client.ts";
import type { Config } from "../config/config.ts";
import { watchStates } from "../content/page/read-words.ts";
import { publicPath, withBase } from "../content/rules/paths.ts";
import { contentHash } from "../files/hash.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { type BlockNames, planHydration } from "../kit/hydration.ts";
import { feedsOfLanguage } from "../outputs/feeds.ts";
import { wordsFile } from "../publish/page-files.ts";
import { countBlockReads } from "../render/block-reads.ts";
import { renderTags } from "../render/custom-head-tags.ts";
import { loadDocument } from "../render/document.ts";
import type { PageFiles } from "../render/head.ts";
import { speculatingTags, speculationRules } from "../render/speculation.ts";
import { watchBlocks } from "../render/static-blocks.ts";
import type { Shared } from "../site/api/payload.ts";
import type { SiteSettings } from "../site/api/site-settings.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import { type Language, languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { tagsOf } from "../site/tags.ts";
import type { CountWork } from "../util/work-counter.ts";
import type { LoadedSite } from "./load-site.ts";
import { createPageStyles } from "./page-styles.ts";

export type PageContext = ReturnType<typeof createPageContext>;

export interface PageContextInput extends Pick<LoadedSite, "components" | "interactive" | "keptFields" | "App"> {
  config: Pick<Config, "stylesheets">;
  definition: ResolvedSite;
  settings: SiteSettings;
  bundle: Pick<ClientBundle, "css" | "sheets" | "boot" | "app" | "consent" | "fonts" | "chunks">;
  /** Every page gets all stylesheets, because in the visual editor any block may be added to it. */
  wholeStyles?: boolean;
  /** URLs of the icons, including the base path. */
  icons: { favicon: string; touchIcon: string };
}

/** What a page is rendered with besides its payload: the site's code and the shared states. No story is looked up. */
export function createPageContext(input: PageContextInput & { shared: ByLanguage<Shared>; count: CountWork }) {
  const { definition, settings, components, App, bundle, shared, count } = input;
  const codes = definition.languages.map(({ code }) => code);
  /** Names of all blocks, and which are interactive. */
  const blockNames = blockNamesOf(input);
  /** Names of the blocks that were rendered, until the next page begins. */
  const rendered = new Set<string>();
  /** What is read of the blocks of the page that is being rendered. */
  const reads = countBlockReads();
  const code = { chunks: bundle.chunks, settings };
  /** The shared states without their words, as published: path on the language's domain, and text. */
  const sharedFiles = byLanguage(codes, (lang) => {
    const state = forLanguage(shared, lang);
    return sharedFile({ ...state, code: codeOf(state.blocks, code) });
  });
  /** Their words, whose path stays the same: pages that show none of the changed ones stay too. */
  const wordsFiles = byLanguage(codes, (lang) => {
    const language = languageOf(definition.languages, lang);
    const { words, labels, options } = forLanguage(shared, lang);
    const path = publicPath(`/${wordsFile(language.home)}`, language).slice(1);
    return { path, text: JSON.stringify({ words, labels, options }) };
  });
  return {
    definition,
    settings,
    components: watchBlocks(components, input.interactive, (name, mark) => {
      rendered.add(name);
      if (mark !== undefined) reads.rendered(mark);
    }),
    rendered,
    reads,
    blockNames,
    App,
    document: loadDocument(join(PACKAGE_ROOT, "templates", "document.html")),
    shared,
    /** The shared states as pages read them. */
    watched: watchStates(shared),
    /** Names of interactive blocks in header and footer. */
    sharedCode: byLanguage(codes, (lang) => planHydration([forLanguage(shared, lang).global], blockNames).code),
    sharedFiles,
    wordsFiles,
    files: byLanguage(codes, (lang) =>
      pageFiles(languageOf(definition.languages, lang), input, {
        shared: forLanguage(sharedFiles, lang).path,
        words: forLanguage(wordsFiles, lang).path,
      }),
    ),
    chunks: bundle.chunks,
    styles: createPageStyles(bundle.sheets, {
      isWhole: input.wholeStyles,
      isSingle: input.config.stylesheets === "single",
    }),
    count,
  };
}

/** Addresses of blocks' scripts, each with the block's name behind a "#" (src/client/app/load-components.ts). */
export function codeOf(
  names: readonly string[],
  { chunks, settings }: { chunks: ClientBundle["chunks"]; settings: Pick<SiteSettings, "base"> },
): string[] {
  return names.flatMap((name) => {
    const script = chunks.get(name)?.[0];
    return script === undefined ? [] : [`${withBase(settings.base, script)}#${encodeURIComponent(name)}`];
  });
}

export function blockNamesOf(of: Pick<LoadedSite, "components" | "interactive" | "keptFields">): BlockNames {
  const { interactive, keptFields } = of;
  return { known: new Set(Object.keys(of.components)), interactive, keptFields };
}

function sharedFile({ words: _, labels: __, options: ___, ...shared }: Shared): { path: string; text: string } {
  const text = JSON.stringify(shared);
  const hash = contentHash(text).slice(0, 16);
  return { path: `_assets/shared-${shared.lang}-${hash}.json`, text };
}

function pageFiles(
  language: Language,
  { bundle, settings, icons, definition }: PageContextInput,
  paths: { shared: string; words: string },
): PageFiles {
  const address = (path: string) => withBase(settings.base, path);
  return {
    css: address(bundle.css),
    boot: address(bundle.boot),
    app: address(bundle.app),
    fonts: bundle.fonts.map(address),
    shared: address(paths.shared),
    words: address(paths.words),
    // A single feed is the company's; of several each says which it is.
    feeds: feedsOfLanguage(language, definition, settings).map(({ path, title }, _, { length }) => ({
      href: withBase(settings.base, publicPath(path, language)),
      title: (length === 1 && settings.companyName) || title,
    })),
    ...ownTags(definition, settings, bundle.consent === "" ? "" : address(bundle.consent)),
    ...icons,
  };
}

/** The browser compares two pages at the first paint, which must not come before the new one's elements. */
const WHOLE_AT_FIRST = '<link rel="expect" href="#main" blocking="render">';

function ownTags(
  definition: ResolvedSite,
  { environment, base }: SiteSettings,
  consent: string,
): Pick<PageFiles, "consent" | "tags"> {
  const tags = tagsOf(definition, environment);
  const { speculation, viewTransitions } = definition;
  const expected = viewTransitions ? [WHOLE_AT_FIRST] : [];
  if (speculation === null) return { consent, tags: [...expected, ...renderTags(tags)] };
  const rules = speculationRules(speculation, base);
  return { consent: "", tags: [...expected, ...speculatingTags(tags, { consent, rules })] };
}
