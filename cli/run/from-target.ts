import { parseTarget } from "../../src/deploy/parse-target.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import type { StateFromTarget } from "../../src/state/from-target.ts";

/**
 * Runs work with the state that `deploy` left at a target, or without if no target is given. If a part of it proves to
 * be lost in the middle, the work is done again without it.
 */
export function fromTarget(
  target: string | undefined,
  options: Pick<BuildOptions, "config" | "env" | "out" | "stateDir" | "reporter"> & {
    cwd: string;
    /** Bring all stories at once. */
    whole?: boolean;
    withoutOut?: boolean;
  },
): <T>(work: (state?: StateFromTarget) => Promise<T>) => Promise<T> {
  return async (work) => {
    if (target === undefined) return work();
    const { config, env = {}, out, stateDir, reporter, cwd, whole = false, withoutOut = false } = options;
    const address = parseTarget(target, cwd);
    const names = [config.site.origin ?? config.site.companyName ?? ""].filter((name) => name !== "");
    const { withStateFromTarget } = await import("../../src/state/leave-state.ts");
    const site = { names, base: config.site.base };
    return withStateFromTarget({ address, endpoint: "", env, out, stateDir, site, whole, withoutOut, reporter }, work);
  };
}
