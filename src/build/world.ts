import { createHash } from "node:crypto";
import { join } from "node:path";
import { wordsOf } from "../blocks/ui/words.ts";
import type { ClientBundle } from "../bundle/bundle-client.ts";
import type { Config } from "../config/config.ts";
import type { AssetLookup } from "../content/asset.ts";
import type { BlockCatalogue } from "../content/catalogue.ts";
import type { Lang, Space } from "../content/model.ts";
import type { Shared } from "../content/payload.ts";
import { withBase } from "../content/rules/paths.ts";
import { buildShared } from "../content/shared.ts";
import type { Site } from "../content/site.ts";
import { createCardMaker, type ReaderSources } from "../content/site-reader.ts";
import type { SiteSettings } from "../content/site-settings.ts";
import type { CountWork } from "../content/work.ts";
import type { Probe } from "../incremental/probe.ts";
import type { App } from "../kit/create-app.tsx";
import { type BlockNames, planHydration, prepareHydration } from "../kit/hydration.ts";
import type { Components } from "../kit/site.tsx";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Problem } from "../problem.ts";
import { type DocumentTemplate, loadDocument } from "../render/document.ts";
import type { PageFiles } from "../render/head.ts";

/** Everything that making a page needs beside its route: made once a build, the same in every worker. */
export interface World {
  space: Space;
  site: Site;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  sources: ReaderSources;
  components: Components;
  /** Which blocks there are, and which of them do something in the browser. */
  blockNames: BlockNames;
  App: App;
  document: DocumentTemplate;
  shared: Record<Lang, Shared>;
  /** Names of the blocks of header and footer that do something. */
  sharedCode: Record<Lang, readonly string[]>;
  /** Published form of the shared state: path below the output folder and text. */
  sharedFiles: Record<Lang, { path: string; text: string }>;
  files: Record<Lang, PageFiles>;
  chunks: ReadonlyMap<string, readonly string[]>;
  problems: Problem[];
  count: CountWork;
  probe: Probe | undefined;
}

export interface WorldInput {
  config: Config;
  space: Space;
  site: Site;
  settings: SiteSettings;
  catalogue: BlockCatalogue;
  components: Components;
  interactive: Readonly<Record<string, readonly string[]>>;
  App: App;
  assets: AssetLookup;
  /** Every address that `assets` may be asked for. */
  filenames: readonly string[];
  bundle: Pick<ClientBundle, "css" | "boot" | "app" | "fonts" | "chunks">;
  /** Addresses of the icons, base included. */
  icons: { favicon: string; touchIcon: string };
  probe?: Probe | undefined;
}

export function createWorld(input: WorldInput): World {
  const { space, site, settings, catalogue, probe } = input;
  const problems: Problem[] = [];
  const onProblem = (problem: Problem) => problems.push(problem);
  const card = { datasources: space.datasources, assets: input.assets, base: settings.base };
  const sources: ReaderSources = { ...card, site, cardOf: createCardMaker(card, probe?.count), onProblem };
  const share = (lang: Lang) => {
    const words = wordsOf(lang, space.datasources[lang].labels);
    const shared = buildShared({ lang, global: space.global[lang], settings, catalogue, sources, words });
    // Pages number their marks; those of the global story have numbers of their own.
    return { ...shared, global: prepareHydration(shared.global, blockNames, "g").marked };
  };
  const blockNames = { known: new Set(Object.keys(input.components)), interactive: input.interactive };
  const shared = { en: share("en"), de: share("de") };
  const codeOf = (lang: Lang) => planHydration([shared[lang].global], blockNames).code;
  const sharedFiles = { en: sharedFile(shared.en), de: sharedFile(shared.de) };
  return {
    space,
    site,
    settings,
    catalogue,
    sources,
    components: input.components,
    blockNames,
    App: input.App,
    document: loadDocument(join(PACKAGE_ROOT, "templates", "document.html")),
    shared,
    sharedCode: { en: codeOf("en"), de: codeOf("de") },
    sharedFiles,
    files: { en: pageFiles("en", input, sharedFiles.en.path), de: pageFiles("de", input, sharedFiles.de.path) },
    chunks: input.bundle.chunks,
    problems,
    count: probe?.count ?? (() => undefined),
    probe,
  };
}

function sharedFile(shared: Shared): { path: string; text: string } {
  const text = JSON.stringify(shared);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 10);
  return { path: `_assets/shared-${shared.lang}-${hash}.json`, text };
}

function pageFiles(lang: Lang, { bundle, settings, icons }: WorldInput, sharedPath: string): PageFiles {
  const at = (path: string) => withBase(settings.base, path);
  return {
    css: at(bundle.css),
    boot: at(bundle.boot),
    app: at(bundle.app),
    fonts: bundle.fonts.map(at),
    shared: at(sharedPath),
    // Without an origin there is no feed: its addresses must be absolute.
    feed: settings.origin === "" ? "" : at(lang === "de" ? "de/feed.xml" : "feed.xml"),
    ...icons,
  };
}
