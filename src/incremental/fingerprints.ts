import { optionOf } from "../content/card.ts";
import { getOrInsert } from "../content/get-or-insert.ts";
import type { Lang } from "../content/model.ts";
import type { Shared } from "../content/payload.ts";
import { wordValue } from "../content/read-words.ts";
import type { Site } from "../content/site.ts";
import { anyEntry, entryInOtherLanguage, homeImage, type ReaderSources, storyIn } from "../content/site-reader.ts";
import type { SourceIndex } from "../content/source-values.ts";
import { shortHash } from "../files/hash.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { CurrentSite } from "./current-site.ts";
import { DEPENDENCY_KINDS, type Kind, parseDependency } from "./dependency-kinds.ts";

/** Values of dependencies as texts that are compared between builds. */
export interface Fingerprints {
  of(lang: Lang, dependency: string): string;
  /** The dependencies that one implies (dependency-kinds.ts). */
  parts(lang: Lang, dependency: string): readonly string[];
}

/** Longer fingerprints are hashed to save memory. */
const LONG = 40;
/** State files store ASCII, and escape other characters in JSON only. */
const NOT_ASCII = /[^ -~]/;

export function createFingerprints(given: FingerprintedSite): Fingerprints {
  const { site, sources, definition, shared, values, blockHashes } = given;
  const asset = memo((filename) => shortHash(JSON.stringify(sources.assets(filename) ?? null)));
  const ofSources = sourceFingerprints(values);
  const presentIn = (lang: Lang): CurrentSite => {
    const own = forLanguage(site.entries, lang);
    const datasources = forLanguage(sources.datasources, lang);
    return {
      lists: forLanguage(site.lists, lang),
      entry: (uuid) => own.get(uuid),
      entryInOtherLanguage: (uuid) => entryInOtherLanguage(given, lang, uuid),
      card: memo((uuid) => {
        const entry = own.get(uuid);
        return entry ? short(JSON.stringify(sources.cardOf(entry))) : "";
      }),
      asset,
      datasource: (name) => shortHash(JSON.stringify(datasources[name])),
      content: (uuid, field) => {
        const content = storyIn(lang, uuid, sources)?.content;
        return content && { component: content.component, value: content[field] };
      },
      anyEntry: (uuid) => anyEntry(lang, uuid, sources),
      ...ofSources,
      option: (name, value) => optionOf(datasources, name, value)?.label ?? "",
      word: (subject) => JSON.stringify(wordValue(subject, forLanguage(shared, lang))) ?? "",
      nameAt: (path) => site.byPath.get(path)?.name,
      block: blockHashes.shown,
      blockData: blockHashes.data,
      isLive: (path) => site.paths.has(path),
      homeImage: () => homeImage(site, definition, lang),
    };
  };
  const present = byLanguage(Object.keys(site.entries), presentIn);
  return {
    of(lang, dependency) {
      const { kind, subject } = parseDependency(dependency);
      return short(DEPENDENCY_KINDS[kind].fingerprint(subject, forLanguage(present, lang)));
    },
    parts(lang, dependency) {
      const { kind, subject } = parseDependency(dependency);
      const { parts }: Kind = DEPENDENCY_KINDS[kind];
      return parts?.(subject, forLanguage(present, lang)) ?? [];
    },
  };
}

interface FingerprintedSite {
  site: Site;
  sources: ReaderSources;
  definition: ResolvedSite;
  shared: ByLanguage<Shared>;
  values: Readonly<Record<string, SourceIndex>>;
  blockHashes: { shown(name: string): string; data(name: string): string };
}

/** Each entry is hashed once; a list's fingerprint is those of its entries. */
function sourceFingerprints(
  values: FingerprintedSite["values"],
): Pick<CurrentSite, "sourceEntry" | "sourceList" | "sourceTotal"> {
  const hashes = new Map<string, (string | undefined)[]>();
  const hashAt = (name: string, position: number) => {
    const own = getOrInsert(hashes, name, () => []);
    own[position] ??= shortHash(JSON.stringify(values[name]?.rows[position]?.[1]));
    return own[position];
  };
  return {
    sourceEntry: (name, key) => {
      const position = values[name]?.position(key);
      return position === undefined ? "" : hashAt(name, position);
    },
    sourceList: (name, filter) =>
      (values[name]?.positions(filter) ?? []).map((position) => hashAt(name, position)).join(),
    sourceTotal: (name) => values[name]?.rows.length ?? 0,
  };
}

function short(text: string): string {
  return text.length > LONG || NOT_ASCII.test(text) ? shortHash(text) : text;
}

function memo(look: (subject: string) => string): (subject: string) => string {
  const known = new Map<string, string>();
  return (subject) => getOrInsert(known, subject, () => look(subject));
}
