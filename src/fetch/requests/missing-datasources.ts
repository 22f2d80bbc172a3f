import { SitegenError } from "../../problems/errors.ts";
import type { Problem } from "../../problems/problem.ts";
import { parseDatasources } from "../parse/parse-responses.ts";
import type { PullResult } from "../pull-types.ts";
import type { ContentClient } from "../transport/content-client.ts";

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
  return {
    severity: "warning",
    code: "SITE_MISFIT",
    message: `The space has no datasource "${name}"; ${found.length === 0 ? "it has none" : `its datasources are ${found.join(", ")}`}.`,
    story: "",
    path: "",
    hint: 'Create it in the space, or use the slug of an existing one in "datasources" of the site definition.',
  };
}
