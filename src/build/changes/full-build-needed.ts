import { withPageDeadline } from "../page-deadline.ts";

/** Thrown when a build of a few changes meets a question that only a full build can answer. */
export class FullBuildNeeded extends Error {}

/** What fails, or never ends, is left to a full build, which reports it and applies --keep-going. */
export function orFullBuild<T>(make: () => T): T {
  try {
    return withPageDeadline(make);
  } catch {
    return needsFullBuild();
  }
}

export function needsFullBuild(): never {
  throw new FullBuildNeeded();
}
