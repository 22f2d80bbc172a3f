import type { Space } from "../content/model.ts";
import type { Problem } from "../problem.ts";
import { type RejectionsByLang, rejectionProblems } from "./parse/ingest-story.ts";
import type { PullPlan } from "./pull-plan.ts";
import type { Unresolved } from "./snapshot/manifest.ts";
import { unresolvedProblems } from "./sync/missing-stories.ts";

export interface ProblemSources {
  plan: PullPlan;
  rejected: RejectionsByLang;
  unresolved: readonly Unresolved[];
  datasourceProblems: readonly Problem[];
  space: Space;
}

/** All problems of the pulled content; the same after a sync as after a full pull. */
export function pullProblems({ plan, rejected, unresolved, datasourceProblems, space }: ProblemSources): Problem[] {
  return [
    ...datasourceProblems,
    ...globalProblems(plan, space),
    ...rejectionProblems(rejected),
    ...unresolvedProblems(unresolved),
  ];
}

function globalProblems(plan: PullPlan, { global }: Space): Problem[] {
  const missing = Object.keys(global).filter((lang) => global[lang] === null);
  if (missing.length === 0 || plan.global === "") return [];
  return [
    {
      severity: "error",
      code: "FETCH_NO_GLOBAL",
      message: `The space has no published story with the slug "${plan.global}" (${missing.join(", ")}): pages have no navigation and no footer links.`,
      story: plan.global,
      path: "",
      hint: `Create and publish the story ${plan.global}, or set "global" in the site definition to another slug or null.`,
    },
  ];
}
