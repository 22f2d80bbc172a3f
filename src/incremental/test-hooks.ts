import type { CountWork } from "../content/work-counter.ts";
import type { DependencyKind } from "./dependency-kinds.ts";

/** Hooks by which tests observe a build. No command sets them. */
export interface TestHooks {
  /** Called for each unit of work in this thread, so that tests can compare how the work grows. */
  count?: CountWork;
  /** A kind of dependency that is not recorded, to prove that each kind is needed. */
  unrecorded?: DependencyKind;
}
