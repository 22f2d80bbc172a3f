import { SitegenError } from "../../problems/errors.ts";
import { createProblem, type Problem } from "../../problems/problem.ts";
import type { DatasourceEntry, DatasourceName, Datasources, Lang } from "../../site/api/model.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import { DATASOURCE_PAGE_MAX } from "../constants.ts";
import { parseDatasourceEntries, parseDatasources } from "../parse/parse-responses.ts";
import type { PullPlan } from "../pull-plan.ts";
import type { PullResult } from "../pull-types.ts";
import type { ContentClient } from "../transport/content-client.ts";
import { walkPages } from "./fetch-stories.ts";
import type { CvTracker } from "./pull-state.ts";

export interface FetchedDatasources {
  datasources: ByLanguage<Datasources>;
  /** One for each datasource and language that could not be read and is therefore empty. */
  problems: Problem[];
}

interface Request {
  client: ContentClient;
  tracker: CvTracker;
  /** 100 as in the specification; a sync, and a long datasource, use the service's maximum. */
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
  const [plain, own] = splitByDimension(plan);
  const languages = request.defaultFromDimension ? own : plan.dimensions.map(({ language }) => language);
  const responses = Object.fromEntries(await Promise.all(languages.map(inLanguage)));
  const source = responses[own[0] ?? ""];
  const derived = source && request.defaultFromDimension ? plain.map((lang) => [lang, withoutDimension(source)]) : [];
  return { datasources: { ...Object.fromEntries(derived), ...responses }, problems };
}

/** Languages without a dimension, and those with one. */
function splitByDimension({ dimensions }: PullPlan): [plain: Lang[], own: Lang[]] {
  const codes = (list: PullPlan["dimensions"]) => list.map(({ language }) => language);
  return [
    codes(dimensions.filter(({ dimension }) => dimension === "")),
    codes(dimensions.filter(({ dimension }) => dimension !== "")),
  ];
}

/** Whether the responses with a dimension contain the default values, entry by entry. */
export function containsDefaultValues(plan: PullPlan, datasources: ByLanguage<Datasources>): boolean {
  const [plain, [own]] = splitByDimension(plan);
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

async function fetchEntries(request: Request, name: DatasourceName, lang: Lang): Promise<DatasourceEntry[]> {
  const { client, tracker, perPage } = request;
  const entries: DatasourceEntry[] = [];
  const ask = async (page: number) => {
    const response = parseDatasourceEntries(
      await client.get("cdn/datasource_entries", {
        datasource: name,
        dimension: client.plan.dimensions.find(({ language }) => language === lang)?.dimension || undefined,
        per_page: perPage,
        page: page === 1 ? undefined : page,
        cv: tracker.cv,
      }),
    );
    tracker.note(response.cv);
    return { items: response.entries, total: response.total };
  };
  const first = await ask(1);
  // One of 50,000 entries would take 500 requests in each language: minutes at the service's rate.
  if (perPage < DATASOURCE_PAGE_MAX && (first.total ?? 0) > DATASOURCE_PAGE_MAX)
    return fetchEntries({ ...request, perPage: DATASOURCE_PAGE_MAX }, name, lang);
  await walkPages({
    perPage,
    parallel: 1,
    fetchPage: async (page) => (page === 1 ? first : ask(page)),
    take: (items) => entries.push(...items),
  });
  return entries;
}

function datasourceProblem(name: DatasourceName, lang: Lang, error: SitegenError): Problem {
  return createProblem("warning", "FETCH_DATASOURCE", {
    message: `Datasource ${name} could not be read (${lang}) and is treated as empty: ${error.message}`,
    hint: error.hint,
  });
}

/**
 * The pull's problems, and one for each datasource of the site that the space does not have. The space's datasources
 * are only requested if one is empty in every language, so that a correct site costs no request.
 */
export async function reportMissingDatasources(
  client: ContentClient,
  { space, problems }: Pick<PullResult, "space" | "problems">,
): Promise<Problem[]> {
  const { datasources: wanted, languages } = client.plan;
  const empty = wanted.filter((name) =>
    languages.every((lang) => (space.datasources[lang]?.[name] ?? []).length === 0),
  );
  if (empty.length === 0) return problems;
  const found = await datasourcesOf(client);
  if (found === null) return problems;
  const missing = empty.filter((name) => !found.includes(name));
  // A datasource whose failure is already reported is not reported again.
  const others = problems.filter(
    ({ code, message }) =>
      code !== "FETCH_DATASOURCE" || !missing.some((name) => message.startsWith(`Datasource ${name} `)),
  );
  return [...others, ...missing.map((name) => misfit(name, found))];
}

/** Null if the token may not list them. */
async function datasourcesOf(client: ContentClient): Promise<string[] | null> {
  try {
    return parseDatasources(await client.get("cdn/datasources", { per_page: 1000 })).sort();
  } catch (error) {
    if (error instanceof SitegenError && error.code !== "INTERRUPTED") return null;
    throw error;
  }
}

function misfit(name: string, found: readonly string[]): Problem {
  return createProblem("warning", "SITE_MISFIT", {
    message: `The space has no datasource "${name}"; ${found.length === 0 ? "it has none" : `its datasources are ${found.join(", ")}`}.`,
    hint: 'Create it in the space, or use the slug of an existing one in "datasources" of the site definition.',
  });
}
