import type { PullState } from "../sync/pull-state.ts";
import { fetchVersion } from "./fetch-version.ts";

/** The space's current version, or 0 if it cannot be read; the caller then cannot conclude anything from it. */
export async function fetchVersionOrZero(state: PullState): Promise<number> {
  const { version, problem } = await fetchVersion(state.client, { now: Date.now });
  if (problem !== null) return 0;
  state.serverVersion = version;
  return version;
}
