import type { Reporter } from "../problems/reporter.ts";
import { forgetState } from "./bring-files.ts";
import type { BringOptions } from "./bring-state.ts";
import { openStateFromTarget, type StateFromTarget, tellUnusable } from "./from-target.ts";

/**
 * Brings the state, if there is any that can be used, and does some work with it. If a part is lost in the middle of
 * that, the state is dropped, and the work done again without it.
 */
export async function withStateFromTarget<T>(
  options: BringOptions & { reporter: Reporter },
  work: (state?: StateFromTarget) => Promise<T>,
): Promise<T> {
  const state = await openStateFromTarget(options);
  if (!state) return work();
  let done: { result: T } | { error: unknown };
  try {
    done = { result: await work(state) };
  } catch (error) {
    done = { error };
  } finally {
    await state.close();
  }
  const why = state.failure();
  if (why === null) {
    if ("error" in done) throw done.error;
    return done.result;
  }
  tellUnusable(options.reporter, why);
  await forgetState(options);
  return work();
}
