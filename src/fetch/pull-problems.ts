import { createProblem, type Problem } from "../problems/problem.ts";
import type { Space } from "../site/api/model.ts";
import type { PullPlan } from "./pull-plan.ts";
import { type RejectionsByLang, rejectionProblems } from "./snapshot/ingest-story.ts";

/** All problems of the pulled content; the same after a sync as after a full pull. */
export function pullProblems(of: {
  plan: PullPlan;
  rejected: RejectionsByLang;
  /** Uuids of stories that may be without a date of publication. */
  undated: Iterable<string>;
  datasourceProblems: readonly Problem[];
  space: Space;
}): Problem[] {
  return [
    ...of.datasourceProblems,
    ...globalProblems(of.plan, of.space),
    ...rejectionProblems(of.rejected, of.space),
    ...undatedProblems(of.undated, of.space),
  ];
}

function globalProblems(plan: PullPlan, { global }: Space): Problem[] {
  const missing = Object.keys(global).filter((lang) => global[lang] === null);
  if (missing.length === 0 || plan.global === "") return [];
  return [
    createProblem("error", "FETCH_NO_GLOBAL", {
      message: `The space has no published story with the slug "${plan.global}" (${missing.join(", ")}): pages have no navigation and no footer links.`,
      story: plan.global,
      hint: `Create and publish the story ${plan.global}, or set "global" in the site definition to another slug or null.`,
    }),
  ];
}

/** Stories that the service returned as published without a date. They are published all the same. */
function undatedProblems(undated: Iterable<string>, space: Space): Problem[] {
  const languages = Object.keys(space.global);
  const stories = [...undated].flatMap((uuid) => {
    const inLanguages = languages.map((lang) => space.story(lang, uuid));
    return inLanguages.find((story) => story?.published_at === null) ?? [];
  });
  return stories.map(({ full_slug: story }) =>
    createProblem("warning", "CONTENT_UNDATED", {
      message: "The content service gave this story as published, but without the date of that (published_at).",
      story,
      hint: "Publish it again, or unpublish it if it should not be public. Until then it has no date in the sitemap and in structured data.",
    }),
  );
}
