/**
 * What the visual editor's frame and pages of shared links say of a draft, in English; a site's `words` of the same names
 * override it.
 */
export const PREVIEW_WORDS = {
  preview_saved: "Saved, not published",
  preview_typed: "Changed, not saved",
  preview_published: "This is the published page",
  preview_shared: "A draft, not published",
  preview_unkept: "This browser stores nothing here: the change is shown until you leave the page.",
  preview_unreachable: "The draft could not be loaded.",
  preview_late:
    "This is the published page: the editor was opened {minutes} minutes ago. Reload the editor. If you opened it just now, a clock is wrong.",
  preview_early: "This is the published page: the clock of the server is {minutes} minutes behind the editor's.",
  preview_foreign: "This is the published page: the server has no preview token of this space.",
  preview_show_published: "Show the published page",
  preview_show_draft: "Show the draft",
  preview_unborn: "This entry is not published yet. It appears here with your first change.",
  preview_no_page: "The published page could not be read, so a click selects nothing yet: {reason}",
  preview_no_styles: "The styles could not be loaded, so a new block may look bare: {reason}",
  preview_no_bridge: "The visual editor's script is missing, so nothing here follows your typing: {reason}",
  preview_not_shown: "This change cannot be shown: {reason}",
  preview_note: "1 note",
  preview_notes: "{n} notes",
} as const;

export type PreviewWord = keyof typeof PREVIEW_WORDS;

/** True for a word that pages of visitors are not sent. */
export function isPreviewWord(name: string): boolean {
  return Object.hasOwn(PREVIEW_WORDS, name);
}
