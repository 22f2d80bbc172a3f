import type { PullState } from "../sync/pull-state.ts";
import { fetchVersion } from "./fetch-version.ts";

/** The space's version now, or 0 where it cannot be read: then nothing can be concluded from it. */
export async function fetchVersionOrZero(state: PullState): Promise<number> {
  const { version, problem } = await fetchVersion(state.client, Date.now);
  if (problem !== null) return 0;
  state.serverVersion = version;
  return version;
}
