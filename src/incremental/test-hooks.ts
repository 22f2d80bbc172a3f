import type { CountWork } from "../util/work-counter.ts";
import type { DependencyKind } from "./dependency-kinds.ts";

/** Hooks with which tests observe a build. No command sets them. */
export interface TestHooks {
  /** Called for each unit of work in this thread, so that tests can measure how the work grows. */
  count?: CountWork;
  /** A kind of dependency not to record, to prove that each kind is needed. */
  unrecorded?: DependencyKind;
}
