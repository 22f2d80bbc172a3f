/**
 * Words that editors read and visitors are not sent, in English; a site's `words` of the same names override them.
 */

import { filled } from "./filled.ts";

/** What the visual editor's frame and shared links say of a draft. */
export const PREVIEW_WORDS = {
  preview_saved: "Saved, not published",
  preview_typed: "Changed, not saved",
  preview_publishing: "Published; on its way to visitors",
  preview_published: "This is the published page",
  preview_shared: "A draft, not published",
  preview_unkept: "This browser stores nothing here: the change is shown until you leave the page.",
  preview_unreachable: "The draft could not be loaded.",
  preview_late:
    "The editor was opened {minutes} minutes ago. Reload the editor. If you opened it just now, a clock is wrong.",
  preview_early: "The clock of the server is {minutes} minutes behind the editor's.",
  preview_foreign: "The server has no preview token of this space.",
  preview_elsewhere:
    "This page is of another space than the one you edit. Its preview address should be {address} (Settings > Visual Editor).",
  preview_show_published: "Show the published page",
  preview_show_draft: "Show the draft",
  preview_unborn: "This entry is not published yet. It appears here with your first change.",
  preview_pageless: "This entry has no page of its own. Pages that show it have your change once it is published.",
  preview_no_page: "The published page could not be read, so a click selects nothing yet: {reason}",
  preview_no_styles: "The styles could not be loaded, so a new block may look bare: {reason}",
  preview_no_bridge: "The visual editor's script is missing, so nothing here follows your typing: {reason}",
  preview_not_shown: "This change cannot be shown: {reason}",
  preview_note: "1 note",
  preview_notes: "{n} notes",
  preview_link_invalid: "This link is not valid",
  preview_link_invalid_text: "Part of it may be missing. Ask for it again where you got it from.",
  preview_link_expired: "This link has ended",
  preview_link_expired_text: "It showed a draft for some time. Ask for a new one where you got it from.",
  preview_link_revoked: "This link was taken back",
  preview_link_revoked_text: "Whoever sent it to you does not show the draft any more.",
  preview_link_gone: "There is no such draft any more",
  preview_link_gone_text: "The story was deleted, or its release was merged.",
  preview_link_down: "The draft cannot be shown now",
  preview_link_down_text: "The content service does not answer as it should. Try again in a minute.",
  preview_link_home: "To the published site",
} as const;

/** The console of `sitegen listen`, and its notices. The frame does not load them. */
const CONSOLE_WORDS = {
  console_title: "Publishing",
  console_key: "Key",
  console_log_in: "Open the console",
  console_log_out: "Log out",
  console_wrong_key: "This is not the key.",
  console_too_many: "Too many wrong keys. Try again in a minute.",
  console_live_since: "Live since {time}",
  console_nothing_live: "Nothing has been published yet.",
  console_view_site: "View the site",
  console_failing: "The last publish failed. It is tried again by itself.",
  console_standing: "Taken back at {time}. The site stays as it is until something is published.",
  console_go_on: "Publish the newest content now",
  console_step_reading: "Reading the content",
  console_step_rendering: "Making the pages",
  console_step_writing: "Writing the pages",
  console_step_comparing: "Comparing with the live site",
  console_step_sending: "Sending the files",
  console_step_verifying: "Checking the live site",
  console_step_back: "Putting the earlier state back",
  console_publishes: "Publishes",
  console_none: "None yet.",
  console_whole_site: "The whole site",
  console_more: "and {n} more",
  console_is_live: "Live",
  console_was_live: "Published",
  console_fault: "Live, with a fault",
  console_failed: "Failed",
  console_taken_back: "Taken back",
  console_undone: "Undo",
  console_checked: "Checked",
  console_page: "1 page changed",
  console_pages: "{n} pages changed",
  console_no_pages: "No page changed",
  console_gone: "{n} removed",
  console_seconds: "live after {n} s",
  console_problem: "1 problem in the content",
  console_problems: "{n} problems in the content",
  console_no_problems: "Nothing to mend",
  console_details: "Details",
  console_undo: "Undo",
  console_undo_what: "This takes back, to the state of {time}:",
  console_undo_note: "In the editor it stays published. Mend it there too, or the next publish brings it back.",
  console_undo_do: "Take back now",
  console_changed: "Something was published meanwhile. Nothing was taken back: please look again.",
  console_offline: "No connection. The page tries again by itself.",
  console_share: "Share the draft of {name}",
  console_share_link: "Whoever has this link sees the draft of {name} until {time}, without an account.",
  console_share_back: "Back to the console",
  console_share_failed: "No link could be made. The log says why.",
  console_notice_live: "live at {time}",
  console_notice_fault: "live at {time}, but a later step failed",
  console_notice_failed: "not live, failed at {time}",
  console_notice_back: "taken back, live at {time}",
  console_notice_back_fault: "taken back, live at {time}, but a later step failed",
  console_notice_not_back: "not taken back, failed at {time}",
  console_notice_clean: "checked at {time}, nothing to mend",
  console_notice_checked: "checked at {time}",
  console_notice_seconds: "{n} s after the webhook",
} as const;

export const EDITOR_WORDS = /* @__PURE__ */ Object.assign({}, PREVIEW_WORDS, CONSOLE_WORDS);

export type PreviewWord = keyof typeof PREVIEW_WORDS;
export type EditorWord = keyof typeof EDITOR_WORDS;

/** The words of the site in the language of the page. */
export type SiteWords = Readonly<Record<string, string>> | undefined;

/** A word for editors: the site's own, or else the English one. */
export function previewWord(words: SiteWords, name: PreviewWord, values?: Readonly<Record<string, unknown>>): string {
  return filled(words?.[name] || PREVIEW_WORDS[name], values);
}

const REFUSALS = [
  "preview_late",
  "preview_early",
  "preview_foreign",
  "preview_elsewhere",
  "preview_link_gone_text",
] as const;

/** Why the editor is given no draft, by the word that says it. */
export type RefusalWord = (typeof REFUSALS)[number];

export function isRefusal(name: unknown): name is RefusalWord {
  return REFUSALS.some((one) => one === name);
}
