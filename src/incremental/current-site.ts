/** The site as of this build in each language: what fingerprints are computed from. */

import type { SourceIndex } from "../content/lists/source-values.ts";
import type { Site } from "../content/map/site.ts";
import { optionOf } from "../content/page/card.ts";
import { wordValue } from "../content/page/read-words.ts";
import { anyEntry, entryInOtherLanguage, homeImage, type ReaderSources, storyIn } from "../content/page/site-reader.ts";
import { shortHash, valueHash } from "../files/hash.ts";
import type { DatasourceName } from "../site/api/model.ts";
import type { Shared } from "../site/api/payload.ts";
import type { LinkTarget, SourceFilter, StoryField } from "../site/api/reader.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { getOrInsert } from "../util/get-or-insert.ts";

export type CurrentSite = ReturnType<typeof currentSites>[string];

/** What the paths in a dependency's value are read from. */
export interface NamedPages extends Pick<CurrentSite, "lists"> {
  entry(uuid: string): LinkTarget | undefined;
  entryInOtherLanguage(uuid: string): LinkTarget | undefined;
}

export interface FingerprintedSite {
  site: Site;
  sources: ReaderSources;
  definition: ResolvedSite;
  shared: ByLanguage<Shared>;
  values: Readonly<Record<string, SourceIndex>>;
  blockHashes: { shown(name: string): string; data(name: string): string };
}

export function currentSites(given: FingerprintedSite) {
  const { site, sources, definition, shared, values, blockHashes } = given;
  const asset = memo((filename) => valueHash(sources.assets(filename) ?? null));
  const ofSources = sourceFingerprints(values);
  return byLanguage(Object.keys(site.entries), (lang) => {
    const own = forLanguage(site.entries, lang);
    const datasources = forLanguage(sources.datasources, lang);
    return {
      lists: forLanguage(site.lists, lang),
      entry: (uuid: string) => own.get(uuid),
      entryInOtherLanguage: (uuid: string) => entryInOtherLanguage(given, lang, uuid),
      /** Fingerprint of a story's card; "" if there is none. */
      card: memo((uuid) => {
        const entry = own.get(uuid);
        return entry ? short(JSON.stringify(sources.cardOf(entry))) : "";
      }),
      asset,
      datasource: (name: DatasourceName) => valueHash(datasources[name]),
      content(uuid: string, field: string): StoryField | undefined {
        const content = storyIn(lang, uuid, sources)?.content;
        return content && { component: content.component, value: content[field] };
      },
      /** A story's entry, with a page or without. */
      anyEntry: (uuid: string) => anyEntry(lang, uuid, sources),
      ...ofSources,
      /** The label of a value. */
      option: (name: DatasourceName, value: string) => optionOf(datasources, name, value)?.label ?? "",
      /** The value of a subject of content/page/read-words.ts, as JSON. */
      word: (subject: string) => JSON.stringify(wordValue(subject, forLanguage(shared, lang))) ?? "",
      nameAt: (path: string) => site.byPath.get(path)?.name,
      /** Hashes of a block's code: what pages show of it, and its data file. */
      block: blockHashes.shown,
      blockData: blockHashes.data,
      isLive: (path: string) => site.paths.has(path),
      homeImage: () => homeImage(site, definition, lang),
    };
  });
}

/** Fingerprints of what sources have; "" where there is nothing. Each entry is hashed once; a list's are those of its entries. */
function sourceFingerprints(values: FingerprintedSite["values"]) {
  const hashes = new Map<string, (string | undefined)[]>();
  const hashAt = (name: string, position: number) => {
    const own = getOrInsert(hashes, name, () => []);
    own[position] ??= valueHash(values[name]?.rows[position]?.[1]);
    return own[position];
  };
  return {
    sourceEntry(name: string, key: string) {
      const position = values[name]?.position(key);
      return position === undefined ? "" : hashAt(name, position);
    },
    sourceList: (name: string, filter: SourceFilter | null) =>
      (values[name]?.positions(filter) ?? []).map((position) => hashAt(name, position)).join(),
    sourceTotal: (name: string) => values[name]?.rows.length ?? 0,
  };
}

/** Longer fingerprints are hashed to save memory. */
const LONG = 40;
/** State files store ASCII, and escape other characters in JSON only. */
const NOT_ASCII = /[^ -~]/;

export function short(text: string): string {
  return text.length > LONG || NOT_ASCII.test(text) ? shortHash(text) : text;
}

function memo(look: (subject: string) => string): (subject: string) => string {
  const known = new Map<string, string>();
  return (subject) => getOrInsert(known, subject, () => look(subject));
}
