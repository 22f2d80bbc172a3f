/** What one of the site's `outputs` was made from, stored with its files. */
import type { Lang } from "../content/model.ts";
import type { RenderReason } from "./page-record.ts";

export type UsedValue = readonly [lang: Lang, dependency: string, value: string];

export interface MadeFrom {
  /** Hash of code and settings; "" to make it again in any case. */
  basis: string;
  used: readonly UsedValue[];
  /** Hash of the files' contents. */
  hash: string;
  reason: RenderReason;
  /** Number of the build that made it (`nextRun`). */
  run: number;
  /** Ids of the bytes that it keeps between builds (`cached`). */
  cached: readonly string[];
  /** The keys, in the row of an output's list of keys. */
  keys?: readonly string[];
}

/** Kinds of dependencies that only outputs have, as `sitegen why` prints them. */
export const OUTPUT_DEPENDENCIES = {
  page: "pages as they were rendered",
  routes: "lists of pages",
  output: "files of other outputs",
} as const;

export type OutputDependency = keyof typeof OUTPUT_DEPENDENCIES;

/** Kind and subject of a dependency that only outputs have; null for one that pages have too. */
export function outputDependency(dependency: string): { kind: OutputDependency; subject: string } | null {
  const separator = dependency.indexOf(":");
  const kind = dependency.slice(0, separator);
  if (!Object.hasOwn(OUTPUT_DEPENDENCIES, kind)) return null;
  return { kind: kind as OutputDependency, subject: dependency.slice(separator + 1) }; // one of its keys, as checked above
}

/** The fact with the number of the last build that made outputs. */
export const RUN = "run";

export function nextRun(facts: Readonly<Record<string, string>>): number {
  return Number(facts[RUN] ?? 0) + 1;
}
