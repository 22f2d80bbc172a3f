import type { DatasourceName, Lang, StoryEntry } from "../content/model.ts";
import type { Site } from "../content/site.ts";
import { latestEntries } from "../content/site-reader.ts";
import { homeImage } from "../content/tracked-site.ts";
import { latestQueryOf } from "../content/tracking.ts";
import type { DigestedSpace } from "./digests.ts";
import { shortHash } from "./hash.ts";
import type { World } from "./world.ts";

/**
 * Tells a fact's present value as a short text: equal texts, equal values. The other way round need not hold: a card
 * counts as changed when anything in its story's digest is, which costs a render and never a wrong page.
 */
export type FactValue = (lang: Lang, fact: string) => string;

/** Characters of assets' prints from which hashing them costs less than keeping them. */
const LONG = 40;

export function createFactValues(world: World, prints: DigestedSpace["prints"]): FactValue {
  const { site, sources } = world;
  const assetPrint = memo((filename) => shortHash(JSON.stringify(sources.assets(filename) ?? null)));
  const datasourcePrint = {
    en: shortHash(JSON.stringify(sources.datasources.en)),
    de: shortHash(JSON.stringify(sources.datasources.de)),
  };
  /** An entry is made from its story's digest and linked to the other language (src/content/site.ts). */
  const entryPrint = ({ lang, uuid, slug, otherPath }: StoryEntry) =>
    `${prints[slug.startsWith("de/") ? "en" : lang].get(uuid)?.hash} ${otherPath}`;
  const cardPrint = (entry: StoryEntry) => {
    const { lang, uuid, slug } = entry;
    const assets = (prints[slug.startsWith("de/") ? "en" : lang].get(uuid)?.assets ?? []).map(assetPrint).join(" ");
    return `${entryPrint(entry)} ${datasourcePrint[lang]} ${assets.length > LONG ? shortHash(assets) : assets}`;
  };
  const cards = { en: memo((uuid) => cardOf("en", uuid)), de: memo((uuid) => cardOf("de", uuid)) };
  const cardOf = (lang: Lang, uuid: string) => {
    const entry = site.entries[lang].get(uuid);
    return entry ? cardPrint(entry) : "";
  };
  return (lang, fact) => {
    const separator = fact.indexOf(":");
    const subject = fact.slice(separator + 1);
    const entry = site.entries[lang].get(subject);
    switch (fact.slice(0, separator)) {
      case "entry":
        return entry ? entryPrint(entry) : "";
      case "elsewhere":
        return site.entries[lang === "en" ? "de" : "en"].get(subject)?.path ?? "";
      case "card":
        return cards[lang](subject);
      case "latest":
        return shortHash(
          latestEntries(site, lang, latestQueryOf(fact))
            .map(({ uuid }) => cards[lang](uuid))
            .join(),
        );
      case "asset":
        return assetPrint(subject);
      case "datasource":
        return shortHash(JSON.stringify(sources.datasources[lang][subject as DatasourceName]));
      case "path":
        return site.byPath.get(subject)?.name ?? "";
      case "live":
        return String(site.paths.has(subject));
      case "homeImage":
        return shortHash(JSON.stringify(homeImage(site, lang) ?? null));
      case "posts":
        return shortHash(JSON.stringify(postsOf(site, lang)));
      default:
        throw new Error(`Unknown fact ${fact}`);
    }
  };
}

function postsOf({ byType }: Site, lang: Lang): unknown[] {
  return (byType[lang].get("Insights") ?? []).map(({ uuid, slug, fields }) => [uuid, slug, fields.category]);
}

/** Each subject is looked at once. */
function memo(look: (subject: string) => string): (subject: string) => string {
  const known = new Map<string, string>();
  return (subject) => {
    const value = known.get(subject) ?? look(subject);
    known.set(subject, value);
    return value;
  };
}
