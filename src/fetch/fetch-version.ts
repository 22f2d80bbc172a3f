import { SitegenError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import type { ContentClient } from "./content-client.ts";
import { parseSpace } from "./parse-answers.ts";

export interface FetchedVersion {
  /** Null when the version could not be read: then the snapshot's space cannot be told either. */
  spaceId: number | null;
  version: number;
  problem: Problem | null;
}

/** Without these nothing else will work either, so the pull ends here. */
const FATAL = new Set(["FETCH_UNAUTHORIZED", "FETCH_UNREACHABLE", "FETCH_RATE_LIMIT"]);

/** Specification §7 row 1 and §8: the space's version, or the current time where it cannot be read. */
export async function fetchVersion(client: ContentClient, now: () => number): Promise<FetchedVersion> {
  try {
    const space = parseSpace(await client.get("cdn/spaces/me", {}));
    return { spaceId: space.id, version: space.version, problem: null };
  } catch (error) {
    if (!(error instanceof SitegenError) || FATAL.has(error.code)) throw error;
    const problem: Problem = {
      severity: "warning",
      code: "FETCH_SPACE_VERSION",
      message: `The space's version could not be read, so the whole space was pulled: ${error.message}`,
      story: "",
      path: "",
      hint: error.hint,
    };
    // The service counts versions in seconds; it leads from any other number to its current one.
    return { spaceId: null, version: Math.floor(now() / 1000), problem };
  }
}
