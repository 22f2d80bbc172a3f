import { SitegenError, sitegenError } from "../../problems/errors.ts";
import { createProblem, type Problem } from "../../problems/problem.ts";
import { parseSpace } from "../parse/parse-responses.ts";
import type { ContentClient } from "../transport/content-client.ts";
import type { PullState } from "./pull-state.ts";

export interface FetchedVersion {
  /** Null if the version could not be read; it is then unknown whether the snapshot is of this space. */
  spaceId: number | null;
  version: number;
  languages: string[] | null;
  /** The service's time in seconds since 1970, or this machine's if the service did not say. */
  time: number;
  problem: Problem | null;
}

/**
 * The space's version, or the current time if it cannot be read for any reason: a token may have access to stories and
 * not to the space. If nothing else can be read either, the next request reports the error.
 */
export async function fetchVersion(client: ContentClient, spaceId: string | undefined = ""): Promise<FetchedVersion> {
  try {
    const response = await client.get("cdn/spaces/me", {});
    const space = parseSpace(response);
    if (spaceId !== "" && spaceId !== String(space.id)) throw otherSpace(space.id, spaceId);
    const date = Date.parse(response.headers.get("date") ?? "");
    const time = Math.floor((Number.isNaN(date) ? Date.now() : date) / 1000);
    return { spaceId: space.id, version: space.version, languages: space.language_codes, time, problem: null };
  } catch (error) {
    if (!(error instanceof SitegenError) || ["INTERRUPTED", "FETCH_OTHER_SPACE"].includes(error.code)) throw error;
    const problem: Problem = createProblem("warning", "FETCH_SPACE_VERSION", {
      message: `The space's version could not be read, so the whole space was pulled: ${error.message}`,
      hint: error.hint,
    });
    // Versions are timestamps in seconds. From an unknown one, the service redirects to the current one.
    const time = Math.floor(Date.now() / 1000);
    return { spaceId: null, version: time, languages: null, time, problem };
  }
}

/** A token of another space would put that one's content in the place of the site's. */
function otherSpace(found: string | number, wanted: string): SitegenError {
  return sitegenError("FETCH_OTHER_SPACE", { message: `The token is of space ${found}, not of ${wanted}.` });
}

/** The space's current version, or 0 if it cannot be read; the caller then cannot conclude anything from it. */
export async function fetchVersionOrZero(state: PullState): Promise<number> {
  const { version, problem } = await fetchVersion(state.client);
  if (problem !== null) return 0;
  state.serverVersion = version;
  return version;
}
