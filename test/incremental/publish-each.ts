/** Edits after each of which a publish has to give what a build from nothing gives. */
import { expect } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import type { BuildResult } from "../../src/generate/generate.ts";
import { filesOf } from "../helpers/build-site.ts";
import { type BuildFixture, openEdited } from "./builds.ts";

export type SpaceEdit = (space: SpaceService) => void;

/**
 * Builds after each edit, each of which gives what a build from nothing gives; `first` is built before.
 * Returns their results.
 */
export async function publishEach(edits: readonly SpaceEdit[], site: BuildFixture, first?: SpaceEdit) {
  const edited = await openEdited(true);
  const grown = await site.grown(undefined, true);
  const results: BuildResult[] = [];
  try {
    if (first) {
      first(edited.space);
      await site.build(edited, grown);
    }
    for (const edit of edits) {
      const before = site.copyOut(grown);
      edit(edited.space);
      results.push(await site.build(edited, grown));
      const clean = await site.cleanBuild(edited, grown, before);
      expect(filesOf(grown.out)).toEqual(clean.files);
      const last = results.at(-1);
      expect(last && comparable(last)).toEqual(comparable(clean.result));
    }
    return results;
  } finally {
    await edited.space.close();
    site.clear(grown);
  }
}

/** What `--json` prints of a build, without what depends on the machine, the folder and what the service was asked. */
function comparable({ report }: BuildResult) {
  return { ...report, ms: 0, requests: 0, peakRssMb: 0, out: "" };
}

/** Publishes a page that no list shows. */
export const page = (slug: string) => (space: SpaceService) => {
  space.publish(slug, (story) => {
    story.content = { component: "Page", meta_title: slug, body: [{ component: "IntroHeadline", headline: slug }] };
  });
};

/** Edits of stories that have nothing to do with each other, side by side: the first of each, then the second of each. */
export const beside = (...lists: readonly (readonly SpaceEdit[])[]): SpaceEdit[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, at) => (space) => {
    for (const edits of lists) edits[at]?.(space);
  });
