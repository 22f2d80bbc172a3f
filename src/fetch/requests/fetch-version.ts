import { SitegenError } from "../../errors.ts";
import type { Problem } from "../../problem.ts";
import { parseSpace } from "../parse/parse-answers.ts";
import type { ContentClient } from "../transport/content-client.ts";

export interface FetchedVersion {
  /** Null when the version could not be read: then it is unknown too whether the snapshot is of this space. */
  spaceId: number | null;
  version: number;
  /** Codes of the space's languages beside the default one; null where it did not say. */
  languages: string[] | null;
  problem: Problem | null;
}

/**
 * The space's version, or the current time where it cannot be read, for whatever reason: a token may be allowed to read
 * stories and not the space. Where nothing else can be read either, the next request says so and ends the pull.
 */
export async function fetchVersion(client: ContentClient, now: () => number): Promise<FetchedVersion> {
  try {
    const space = parseSpace(await client.get("cdn/spaces/me", {}));
    return { spaceId: space.id, version: space.version, languages: space.language_codes, problem: null };
  } catch (error) {
    if (!(error instanceof SitegenError) || error.code === "INTERRUPTED") throw error;
    const problem: Problem = {
      severity: "warning",
      code: "FETCH_SPACE_VERSION",
      message: `The space's version could not be read, so the whole space was pulled: ${error.message}`,
      story: "",
      path: "",
      hint: error.hint,
    };
    // The service counts versions in seconds; it leads from any other number to its current one.
    return { spaceId: null, version: Math.floor(now() / 1000), languages: null, problem };
  }
}
