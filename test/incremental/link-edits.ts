/** Edits of the site that is not the sample where its languages are folders: its stories are linked as alternates. */
import type { StoredStory } from "../../src/space/model.ts";
import type { SmallSite } from "../helpers/small-site.ts";
import { type Choices, content, FOLDERS, TYPES } from "./another-site.ts";
import type { OtherAlternates } from "./other-alternates.ts";

/** An edit of the site, chosen by numbers. */
export type Do = (site: Pick<SmallSite, "service"> & { alternates: OtherAlternates }, choices: Choices) => void;

/** Joins the segments that are not empty. */
export const below = (...segments: string[]) => segments.filter(Boolean).join("/");
/** A slug of one of a few stories. */
export const newSlug = ({ choose, number, roots }: Choices) =>
  below(choose(roots), choose(FOLDERS), `story-${number(14)}`);

/** What is done where the languages are folders: stories are linked with their translations. */
export const LINK_EDITS: Record<string, Do> = {
  link({ alternates }, { choose, slugs }) {
    const [one, other] = [choose(slugs), choose(slugs)];
    alternates.publish(one, [other]);
    alternates.publish(other, [one]);
  },
  /** From one side, also to itself, to its language and to what is not published. */
  list: ({ alternates }, { choose, number, slugs }) =>
    alternates.publish(
      choose(slugs),
      Array.from({ length: number(4) }, () => choose([...slugs, "fr/gone", "fr/later"])),
    ),
  translate({ service }, choices) {
    const { choose, slugs } = choices;
    service.publish(choose([...slugs, "fr/later", newSlug(choices)]), (story) => {
      story.alternate_of = choose(slugs);
      story.content = content(choose(TYPES), choices);
    });
  },
  unpublishTranslation({ service }, { choose }) {
    const { stories } = service.contents();
    const inGroups = stories.filter((one) => one.live && stories.some((other) => isTranslation(one, other)));
    if (inGroups.length > 0) service.unpublish(choose(inGroups).slugPath);
  },
};
const isTranslation = (one: StoredStory, other: StoredStory) => one !== other && one.groupId === other.groupId;
