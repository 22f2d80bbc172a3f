import { createHash } from "node:crypto";
import type { Config } from "../config/config.ts";
import type { Lang, StoryEntry } from "../content/model.ts";
import {
  assetsOfLanguage,
  buildPreviewIndex,
  type DraftAccess,
  type ElsewhereStory,
  encodeAssets,
  hasSameIndexParts,
  hasSamePlace,
  type IndexedStory,
  type PreviewIndex,
  SPLIT_VERSION,
  type SplitIndex,
  splitIndex,
  toIndexedStory,
  withElsewhere,
  withStory,
} from "../content/preview/preview-index.ts";
import { withBase } from "../content/rules/paths.ts";
import { type PartSizes, partOf } from "../content/rules/split-into-parts.ts";
import type { StorySummaries } from "../content/site.ts";
import { createCardReader } from "../content/site-reader.ts";
import { collectAssets } from "../content/story-summary.ts";
import type { AssetChanges } from "./changes/changed-asset-uses.ts";
import type { ChangedEntry, ChangedSite } from "./changes/changed-stories.ts";
import type { RenderContext } from "./render-context.ts";

export interface PreviewFile {
  /** Below the output folder. */
  path: string;
  text: string;
}

export interface PreviewIndexOptions {
  config: Pick<Config, "preview" | "storyblok" | "assetHosts">;
  context: Pick<RenderContext, "site" | "space" | "sources" | "definition" | "settings">;
  summaries: StorySummaries;
}

/**
 * What the live preview of a static host needs of the other stories, as hashed files; the last one lists the others.
 */
export function previewFiles(
  lang: Lang,
  options: PreviewIndexOptions,
  division?: PartSizes,
): [...PreviewFile[], PreviewFile] {
  const index = previewIndex(lang, options);
  const divided = splitIndex(index, division);
  if (!divided) return [fileOf(lang, JSON.stringify(index))];
  const parts = divided.parts.map((stories) => fileOf(lang, JSON.stringify({ stories })));
  const rest = fileOf(lang, JSON.stringify(divided.rest));
  const addressOf = ({ path }: PreviewFile) => withBase(options.context.settings.base, path);
  const head: SplitIndex = { version: SPLIT_VERSION, lang, rest: addressOf(rest), parts: parts.map(addressOf) };
  return [...parts, rest, fileOf(lang, JSON.stringify(head))];
}

function fileOf(lang: Lang, text: string): PreviewFile {
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return { path: `_assets/preview-${lang}-${hash}.json`, text };
}

export interface ChangedPreview {
  /** The index, or the file that lists its parts. */
  head: PreviewFile;
  /** Parts that changed since the last build. */
  parts: PreviewFile[];
  /** Files of the last build that these replace. */
  dropped: string[];
}

/** Null where the index does not name the story. */
export interface ChangedElsewhere {
  before: ElsewhereStory | null;
  now: ElsewhereStory | null;
}

export interface ChangedPreviewInput extends Pick<RenderContext, "sources" | "definition" | "settings"> {
  changed: Pick<ChangedSite, "entries" | "came" | "gone">;
  /** Assets that the language's stories come to use, and those that they no longer use. */
  assets: AssetChanges;
  /** Number of stories that the index has. */
  stories: number;
  /** Stories that it names of other languages, before and after. */
  elsewhere: readonly ChangedElsewhere[];
  /** Paths of pages that other languages' listings get, and of those that they lose. */
  listings: { added: readonly string[]; removed: readonly string[] };
  slugOf(story: ElsewhereStory): string;
  /** A file of the last build. */
  read(path: string): string;
}

/**
 * The last build's index with the changed stories; null if the file does not hold their old values, or the stories are
 * divided into another number of parts.
 */
export function changedPreview(lang: Lang, file: string, input: ChangedPreviewInput): ChangedPreview | null {
  const own = ofLanguage(lang, input.changed);
  const { stories } = input;
  if (!hasSameIndexParts(stories, stories + own.came.length - own.gone.length)) return null;
  const text = input.read(file);
  const divided = dividedIn(text);
  const changed = new Map<string, string>();
  const pathOf = (address: string) => address.slice(withBase(input.settings.base, "").length);
  const rest = divided ? pathOf(divided.rest) : file;
  const partWith = (uuid: string) => (divided ? pathOf(divided.parts[partOf(uuid, divided.parts.length)] ?? "") : file);
  const change = (path: string, make: (before: string) => string | null): boolean => {
    const next = make(changed.get(path) ?? input.read(path));
    if (next !== null) changed.set(path, next);
    return next !== null;
  };
  const isDone =
    own.entries.every((entry) => change(partWith(entry.now.uuid), (before) => replaced(before, entry, input))) &&
    own.gone.every(({ uuid }) => change(partWith(uuid), (before) => without(before, uuid))) &&
    own.came.every((entry) => change(partWith(entry.uuid), (before) => textWith(before, entry, input))) &&
    (input.elsewhere.length === 0 || change(rest, (before) => withOthers(before, input)));
  if (!isDone) return null;
  if (input.assets.added.length + input.assets.removed.length > 0)
    changed.set(rest, withAssets(changed.get(rest) ?? input.read(rest), input));
  if (input.listings.added.length + input.listings.removed.length > 0)
    changed.set(rest, withListings(changed.get(rest) ?? input.read(rest), input));
  const files = new Map([...changed].map(([path, next]) => [path, fileOf(lang, next)]));
  const fresh = [...files].filter(([path, { path: now }]) => path !== now);
  if (!divided)
    return { head: files.get(file) ?? { path: file, text }, parts: [], dropped: fresh.map(([path]) => path) };
  const addressOf = (address: string) => {
    const next = files.get(pathOf(address));
    return next ? withBase(input.settings.base, next.path) : address;
  };
  const next: SplitIndex = { ...divided, rest: addressOf(divided.rest), parts: divided.parts.map(addressOf) };
  const head = fileOf(lang, JSON.stringify(next));
  const dropped = [...fresh.map(([path]) => path), ...(head.path === file ? [] : [file])];
  return { head, parts: [...files.values()], dropped };
}

function ofLanguage(lang: Lang, { entries, came, gone }: ChangedPreviewInput["changed"]) {
  const isOwn = (entry: StoryEntry) => entry.lang === lang;
  return { entries: entries.filter(({ now }) => isOwn(now)), came: came.filter(isOwn), gone: gone.filter(isOwn) };
}

function dividedIn(text: string): SplitIndex | null {
  if (!text.startsWith(`{"version":${SPLIT_VERSION},`)) return null;
  return JSON.parse(text) as SplitIndex; // written by previewFiles; its hash was checked
}

/** The text with a story's old entry replaced; null if it does not hold the old one. */
function replaced(text: string, { before, now }: ChangedEntry, input: ChangedPreviewInput): string | null {
  const { sources, definition } = input;
  if (!hasSamePlace(before, now, definition)) {
    const left = without(text, before.uuid);
    return left && textWith(left, now, input);
  }
  const cards = createCardReader(now.lang, sources);
  const [known = "", next] = [before, now].map((entry) => JSON.stringify(toIndexedStory(entry, { definition, cards })));
  const at = text.indexOf(known);
  return at === -1 ? null : text.slice(0, at) + next + text.slice(at + known.length);
}

/** An index, or a part of it; other keys are kept. */
type WithStories = { stories: IndexedStory[] };

/** The text without a story; null if it does not hold it. */
function without(text: string, uuid: string): string | null {
  const index = JSON.parse(text) as WithStories; // written by previewFiles; its hash was checked
  const stories = index.stories.filter((story) => story.uuid !== uuid);
  return stories.length === index.stories.length ? null : JSON.stringify({ ...index, stories });
}

/** The text with another story; null if its stories are not in the order of a new index. */
function textWith(text: string, entry: StoryEntry, { sources, definition }: ChangedPreviewInput): string | null {
  const index = JSON.parse(text) as WithStories; // as above
  const added = toIndexedStory(entry, { definition, cards: createCardReader(entry.lang, sources) });
  const stories = withStory(index.stories, added, { lang: entry.lang, rules: definition });
  return stories && JSON.stringify({ ...index, stories });
}

/** The text with the assets that are new, and without those that are gone. */
function withAssets(text: string, { assets: { added, removed }, sources }: ChangedPreviewInput): string {
  const index = JSON.parse(text) as Pick<PreviewIndex, "assets">; // as above
  const codes = { ...index.assets, ...encodeAssets({ filenames: added, assets: sources.assets }) };
  const names = Object.keys(codes).filter((filename) => !removed.includes(filename));
  const assets = Object.fromEntries(names.sort().map((filename) => [filename, codes[filename]]));
  return JSON.stringify({ ...index, assets });
}

/** The text with the pages of other languages' listings that there are now. */
function withListings(text: string, { listings: { added, removed } }: ChangedPreviewInput): string {
  const index = JSON.parse(text) as Pick<PreviewIndex, "listingsElsewhere">; // as above
  const left = index.listingsElsewhere.filter((path) => !removed.includes(path));
  return JSON.stringify({ ...index, listingsElsewhere: [...left, ...added].sort() });
}

/** The text with other stories of other languages. All are taken out first, so that the rest is in order. */
function withOthers(text: string, input: ChangedPreviewInput): string {
  const index = JSON.parse(text) as Pick<PreviewIndex, "elsewhere">; // as above
  const changed = new Set(input.elsewhere.map(({ before }) => before?.uuid));
  let elsewhere = index.elsewhere.filter(({ uuid }) => !changed.has(uuid));
  for (const { now } of input.elsewhere)
    if (now) elsewhere = withElsewhere(elsewhere, now, { ...input, rules: input.definition });
  return JSON.stringify({ ...index, elsewhere });
}

/** The index as a single file. */
export function previewText(lang: Lang, options: PreviewIndexOptions): string {
  return JSON.stringify(previewIndex(lang, options));
}

function previewIndex(lang: Lang, { config, context, summaries }: PreviewIndexOptions): PreviewIndex {
  const { site, space, sources, definition } = context;
  const globalAssets = collectAssets(space.global[lang]?.content, definition.crops);
  return buildPreviewIndex({
    lang,
    site,
    definition,
    cards: createCardReader(lang, sources),
    filenames: assetsOfLanguage(summaries, { lang, rules: definition }, globalAssets),
    assets: sources.assets,
    assetHosts: config.assetHosts,
    globalId: (space.global[lang] ?? space.global[definition.languages[0].code])?.id ?? 0,
    drafts: draftAccess(config),
  });
}

/** The public draft token, the only token that is published, if the configuration allows it. */
function draftAccess({ preview, storyblok }: PreviewIndexOptions["config"]): DraftAccess | null {
  if (!preview.publicDraftToken || storyblok.endpoint === "") return null;
  return { endpoint: storyblok.endpoint, token: preview.publicDraftToken };
}
