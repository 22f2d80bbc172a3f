import { fetchVersion } from "./fetch-version.ts";
import type { PullState } from "./pull-state.ts";

/** The space's version now, or 0 where it cannot be read: then nothing can be concluded from it. */
export async function askVersion(state: PullState): Promise<number> {
  const { version, problem } = await fetchVersion(state.client, Date.now);
  if (problem !== null) return 0;
  state.told = version;
  return version;
}
