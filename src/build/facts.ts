import { buildCard } from "../content/card.ts";
import type { DatasourceName, Lang } from "../content/model.ts";
import { createReader } from "../content/site-reader.ts";
import { homeImage } from "../content/tracked-site.ts";
import { latestQueryOf } from "../content/tracking.ts";
import { shortHash } from "./hash.ts";
import type { World } from "./world.ts";

/** Tells a fact's present value as a short hash. */
export type FactValue = (lang: Lang, fact: string) => string;

export function createFactValues(world: World): FactValue {
  return (lang, fact) => shortHash(JSON.stringify(currentValue(lang, fact, world)) ?? "");
}

function currentValue(lang: Lang, fact: string, { site, sources }: World): unknown {
  const separator = fact.indexOf(":");
  const subject = fact.slice(separator + 1);
  const entry = site.entries[lang].get(subject);
  const datasources = sources.datasources[lang];
  switch (fact.slice(0, separator)) {
    case "entry":
      return entry;
    case "elsewhere":
      return site.entries[lang === "en" ? "de" : "en"].get(subject)?.path;
    case "card":
      return entry && buildCard(entry, { datasources, assets: sources.assets, base: sources.base });
    case "latest":
      return anyReader(lang, { site, sources })?.latest(latestQueryOf(fact));
    case "asset":
      return sources.assets(subject);
    case "datasource":
      return datasources[subject as DatasourceName];
    case "path":
      return site.byPath.get(subject)?.name;
    case "live":
      return site.paths.has(subject);
    case "homeImage":
      return homeImage(site, lang);
    case "posts":
      return (site.byType[lang].get("Insights") ?? []).map((post) => [post.uuid, post.slug, post.fields.category]);
    default:
      throw new Error(`Unknown fact ${fact}`);
  }
}

/** Lists do not depend on the page that asks, so any story's reader will do. */
function anyReader(lang: Lang, { site, sources }: Pick<World, "site" | "sources">) {
  const entry = site.entries[lang].values().next().value;
  return entry && createReader(entry, sources);
}
