import { optionOf } from "../content/card.ts";
import type { Lang } from "../content/model.ts";
import type { Shared } from "../content/payload.ts";
import { wordValue } from "../content/read-words.ts";
import type { Site } from "../content/site.ts";
import { entryInOtherLanguage, homeImage, type ReaderSources } from "../content/site-reader.ts";
import { shortHash } from "../short-hash.ts";
import { type ByLanguage, byLanguage, forLanguage } from "../site/by-language.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { type CurrentSite, DEPENDENCY_KINDS, type Kind, parseDependency } from "./dependency-kinds.ts";

/** Values of dependencies as texts that are compared between builds. */
export interface Fingerprints {
  /** The fingerprint of a dependency's current value. */
  of(lang: Lang, dependency: string): string;
  /** The dependencies that go along with one (dependency-kinds.ts). */
  parts(lang: Lang, dependency: string): readonly string[];
}

/** Fingerprints of at least this many characters are hashed to save memory. */
const LONG = 40;
/** What state files do not keep as it is, except in JSON. */
const NOT_ASCII = /[^ -~]/;

export function createFingerprints({
  site,
  sources,
  definition,
  shared,
}: {
  site: Site;
  sources: ReaderSources;
  definition: ResolvedSite;
  shared: ByLanguage<Shared>;
}): Fingerprints {
  const asset = memo((filename) => shortHash(JSON.stringify(sources.assets(filename) ?? null)));
  const presentIn = (lang: Lang): CurrentSite => {
    const own = forLanguage(site.entries, lang);
    const datasources = forLanguage(sources.datasources, lang);
    return {
      lang,
      lists: forLanguage(site.lists, lang),
      entry: (uuid) => own.get(uuid),
      entryInOtherLanguage: (uuid) => entryInOtherLanguage(site, lang, uuid),
      card: memo((uuid) => {
        const entry = own.get(uuid);
        return entry ? short(JSON.stringify(sources.cardOf(entry))) : "";
      }),
      asset,
      datasource: (name) => shortHash(JSON.stringify(datasources[name])),
      option: (name, value) => optionOf(datasources, name, value)?.label ?? "",
      word: (subject) => JSON.stringify(wordValue(subject, forLanguage(shared, lang))) ?? "",
      nameAt: (path) => site.byPath.get(path)?.name,
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

function short(text: string): string {
  return text.length > LONG || NOT_ASCII.test(text) ? shortHash(text) : text;
}

/** Calls the function once per subject. */
function memo(look: (subject: string) => string): (subject: string) => string {
  const known = new Map<string, string>();
  return (subject) => {
    const value = known.get(subject) ?? look(subject);
    known.set(subject, value);
    return value;
  };
}
