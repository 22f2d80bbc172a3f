import type { DatasourceEntry, DatasourceName, Datasources, Lang } from "../content/model.ts";
import { SitegenError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import type { ContentClient } from "./content-client.ts";
import type { CvWatch } from "./cv-watch.ts";
import { parseEntries } from "./parse-answers.ts";
import { walkPages } from "./walk-pages.ts";

/** Specification §7 row 3. */
export const DATASOURCE_NAMES: readonly DatasourceName[] = [
  "labels",
  "insight-categories",
  "all-industries",
  "all-solutions",
];

export interface FetchedDatasources {
  datasources: Record<Lang, Datasources>;
  /** One for each datasource and language that could not be read and is empty therefore. */
  problems: Problem[];
}

interface Request {
  client: ContentClient;
  watch: CvWatch;
  /** The specification's 100; a sync asks for the service's most. */
  perPage: number;
  /**
   * An answer with a dimension carries the default values too. Where a full pull has seen both languages agree
   * on that, a sync reads the German answers only and saves half of the requests.
   */
  englishFromGerman: boolean;
}

/** All four datasources in both languages, side by side. A failing one is empty (specification §8). */
export async function fetchDatasources(request: Request): Promise<FetchedDatasources> {
  const problems: Problem[] = [];
  const read = async (name: DatasourceName, lang: Lang): Promise<DatasourceEntry[]> => {
    try {
      return await fetchEntries(request, name, lang);
    } catch (error) {
      if (!(error instanceof SitegenError)) throw error;
      problems.push(datasourceProblem(name, lang, error));
      return [];
    }
  };
  const inLanguage = async (lang: Lang): Promise<Datasources> => {
    const [labels = [], categories = [], industries = [], solutions = []] = await Promise.all(
      DATASOURCE_NAMES.map((name) => read(name, lang)),
    );
    return { labels, "insight-categories": categories, "all-industries": industries, "all-solutions": solutions };
  };
  if (request.englishFromGerman) {
    const de = await inLanguage("de");
    return { datasources: { en: withoutDimension(de), de }, problems };
  }
  const [en, de] = await Promise.all([inLanguage("en"), inLanguage("de")]);
  return { datasources: { en, de }, problems };
}

/** Whether the German answers hold the English ones, entry by entry. */
export function holdsEnglish({ en, de }: Record<Lang, Datasources>): boolean {
  return JSON.stringify(en) === JSON.stringify(withoutDimension(de));
}

function withoutDimension(datasources: Datasources): Datasources {
  const bare = (entries: DatasourceEntry[]) =>
    entries.map(({ name, value }) => ({ name, value, dimension_value: null }));
  return {
    labels: bare(datasources.labels),
    "insight-categories": bare(datasources["insight-categories"]),
    "all-industries": bare(datasources["all-industries"]),
    "all-solutions": bare(datasources["all-solutions"]),
  };
}

/** Reads a datasource whole, however many pages it has. */
async function fetchEntries(request: Request, name: DatasourceName, lang: Lang): Promise<DatasourceEntry[]> {
  const { client, watch, perPage } = request;
  const entries: DatasourceEntry[] = [];
  await walkPages({
    perPage,
    parallel: 1,
    fetchPage: async (page) => {
      const answer = parseEntries(
        await client.get("cdn/datasource_entries", {
          datasource: name,
          dimension: lang === "de" ? "de" : undefined,
          per_page: perPage,
          page: page === 1 ? undefined : page,
          cv: watch.cv,
        }),
      );
      watch.note(answer.cv);
      return { items: answer.entries, total: answer.total };
    },
    take: (items) => entries.push(...items),
  });
  return entries;
}

function datasourceProblem(name: DatasourceName, lang: Lang, error: SitegenError): Problem {
  return {
    severity: "warning",
    code: "FETCH_DATASOURCE",
    message: `Datasource ${name} could not be read (${lang}) and counts as empty: ${error.message}`,
    story: "",
    path: "",
    hint: error.hint,
  };
}
