/** All kinds of edits: what editors, developers and people who configure a site do between two builds. */
import type { EditKind } from "./edit-kind.ts";
import { SPACE_EDITS } from "./space-edits.ts";
import type { SiteName } from "./spaces.ts";
import { STORY_EDITS } from "./story-edits.ts";

export const EDIT_KINDS: readonly EditKind[] = [...STORY_EDITS, ...SPACE_EDITS];

/** Kinds of edits that are possible on a site. */
export function kindsOn(site: SiteName): EditKind[] {
  return EDIT_KINDS.filter(({ lacks }) => !lacks?.[site]);
}
