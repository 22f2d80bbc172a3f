import type { CountWork } from "../content/work-counter.ts";
import type { DependencyKind } from "./dependency-kinds.ts";

/** What tests look into a build with. No command sets it. */
export interface Probe {
  /** Told what this thread does, to compare how it grows. */
  count?: CountWork;
  /** A kind of dependency that is not recorded, to see that each one is needed. */
  unrecorded?: DependencyKind;
}
