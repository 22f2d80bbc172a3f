import type { Space } from "../content/model.ts";
import type { Problem } from "../problem.ts";
import type { Unresolved } from "./snapshot/manifest.ts";
import { type RejectionsByLang, rejectionProblems } from "./story-intake.ts";
import { unresolvedProblems } from "./unresolved.ts";

export interface ProblemSources {
  rejected: RejectionsByLang;
  unresolved: readonly Unresolved[];
  datasourceProblems: readonly Problem[];
  space: Space;
}

/** Everything about the pulled content that is not as it should be; the same after a sync as after a clean pull. */
export function stateProblems({ rejected, unresolved, datasourceProblems, space }: ProblemSources): Problem[] {
  return [
    ...datasourceProblems,
    ...globalProblems(space),
    ...rejectionProblems(rejected),
    ...unresolvedProblems(unresolved),
  ];
}

function globalProblems({ global }: Space): Problem[] {
  const missing = (["en", "de"] as const).filter((lang) => global[lang] === null);
  if (missing.length === 0) return [];
  return [
    {
      severity: "error",
      code: "FETCH_NO_GLOBAL",
      message: `The space has no published story with the slug "global" (${missing.join(", ")}): pages have no navigation and no footer links.`,
      story: "global",
      path: "",
      hint: "Create and publish the story global of the component Global.",
    },
  ];
}
