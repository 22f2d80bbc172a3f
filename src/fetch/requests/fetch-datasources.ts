import type { DatasourceEntry, DatasourceName, Datasources, Lang } from "../../content/model.ts";
import { SitegenError } from "../../problems/errors.ts";
import type { Problem } from "../../problems/problem.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { parseDatasourceEntries } from "../parse/parse-responses.ts";
import type { PullPlan } from "../pull-plan.ts";
import type { CvTracker } from "../sync/cv-tracker.ts";
import type { ContentClient } from "../transport/content-client.ts";
import { walkPages } from "./walk-pages.ts";

export interface FetchedDatasources {
  datasources: ByLanguage<Datasources>;
  /** One for each datasource and language that could not be read and is therefore empty. */
  problems: Problem[];
}

interface Request {
  client: ContentClient;
  tracker: CvTracker;
  /** 100 as in the specification; a sync uses the service's maximum. */
  perPage: number;
  /**
   * A response with a dimension also holds the default values. Once a full pull has verified that they agree, a sync
   * requests dimensions only and saves the other requests.
   */
  defaultFromDimension: boolean;
}

/** All datasources in every language, in parallel. One that fails is empty. */
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
  const inLanguage = async (lang: Lang): Promise<[Lang, Datasources]> => {
    const names = request.client.plan.datasources;
    const lists = await Promise.all(names.map((name) => read(name, lang)));
    return [lang, Object.fromEntries(names.map((name, index) => [name, lists[index] ?? []]))];
  };
  const { plan } = request.client;
  const [plain, own] = parted(plan);
  const languages = request.defaultFromDimension ? own : plan.dimensions.map(({ language }) => language);
  const answers = Object.fromEntries(await Promise.all(languages.map(inLanguage)));
  const source = answers[own[0] ?? ""];
  const derived = source && request.defaultFromDimension ? plain.map((lang) => [lang, withoutDimension(source)]) : [];
  return { datasources: { ...Object.fromEntries(derived), ...answers }, problems };
}

/** Languages without and with a dimension. */
function parted({ dimensions }: PullPlan): [plain: Lang[], own: Lang[]] {
  const codes = (list: PullPlan["dimensions"]) => list.map(({ language }) => language);
  return [
    codes(dimensions.filter(({ dimension }) => dimension === "")),
    codes(dimensions.filter(({ dimension }) => dimension !== "")),
  ];
}

/** Whether the responses with a dimension contain the default values, entry by entry. */
export function containsDefaultValues(plan: PullPlan, datasources: ByLanguage<Datasources>): boolean {
  const [plain, [own]] = parted(plan);
  const source = own === undefined ? undefined : datasources[own];
  if (source === undefined) return false;
  const bare = JSON.stringify(withoutDimension(source));
  return plain.every((lang) => JSON.stringify(datasources[lang]) === bare);
}

function withoutDimension(datasources: Datasources): Datasources {
  const bare = (entries: DatasourceEntry[]) =>
    entries.map(({ name, value }) => ({ name, value, dimension_value: null }));
  return Object.fromEntries(Object.entries(datasources).map(([name, entries]) => [name, bare(entries)]));
}

/** Reads all pages of a datasource. */
async function fetchEntries(request: Request, name: DatasourceName, lang: Lang): Promise<DatasourceEntry[]> {
  const { client, tracker, perPage } = request;
  const entries: DatasourceEntry[] = [];
  await walkPages({
    perPage,
    parallel: 1,
    fetchPage: async (page) => {
      const answer = parseDatasourceEntries(
        await client.get("cdn/datasource_entries", {
          datasource: name,
          dimension: client.plan.dimensions.find(({ language }) => language === lang)?.dimension || undefined,
          per_page: perPage,
          page: page === 1 ? undefined : page,
          cv: tracker.cv,
        }),
      );
      tracker.note(answer.cv);
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
    message: `Datasource ${name} could not be read (${lang}) and is treated as empty: ${error.message}`,
    story: "",
    path: "",
    hint: error.hint,
  };
}
