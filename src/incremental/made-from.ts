/** What an output of a site's own was made from, stored with its files. */
import type { Lang } from "../content/model.ts";
import type { RenderReason } from "./page-record.ts";

/** A language and a dependency, and the fingerprint of the value that was used. */
export type UsedValue = readonly [lang: Lang, dependency: string, value: string];

export interface MadeFrom {
  /** Hash of code and settings; "" if it has to be made again. */
  basis: string;
  used: readonly UsedValue[];
  /** Hash of the files' contents. */
  hash: string;
  reason: RenderReason;
  /** Number of the build that made it, of those of a site with outputs. */
  run: number;
  /** Ids of what it keeps from build to build (`cached`). */
  cached: readonly string[];
  /** Of the row that stands for an output's list of keys. */
  keys?: readonly string[];
}

/** Kinds of dependencies that only outputs have, with the noun that `sitegen why` prints. */
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
  return { kind: kind as OutputDependency, subject: dependency.slice(separator + 1) }; // one of its keys, as was asked
}

/** The fact under which the number of the last such build is stored. */
export const RUN = "run";

/** Number of the next one. */
export function nextRun(facts: Readonly<Record<string, string>>): number {
  return Number(facts[RUN] ?? 0) + 1;
}
