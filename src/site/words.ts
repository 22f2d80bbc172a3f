import { isPreviewWord } from "./preview-words.ts";

/** Language of the engine's own words. Sites need not have it. */
export const ENGINE_LANGUAGE = "en";

/** True if the engine's words are in the language of this BCP 47 tag. */
export function isEngineLanguage(locale: string): boolean {
  return locale.toLowerCase().split("-")[0] === ENGINE_LANGUAGE;
}

/**
 * Default interface words in English. A site's words override them, and labels of the same name override both (within
 * the label scan limit). `{x}` is a placeholder.
 */
export const ENGINE_WORDS: Readonly<Record<string, string>> = {
  skip_to_content: "Skip to content",
  error_lost: "This page does not exist or has moved.",
  home_page: "Home",
  feed_description: "",
  page_n: "Page {n}",
  loading_page: "Loading page",
  error_title: "Page not found",
  error_text: "There is nothing here.",
  error_back: "To the home page",
  moved: "This page has moved",
  flush_title: "Cache",
  flush_intro: "This page clears what the site stored in your browser. It needs JavaScript.",
  flush_home: "To the home page",
  flush_done: "The cache has been cleared.",
  flush_nothing: "There was nothing to clear.",
  flush_removed: "Removed",
  flush_build: "Latest build",
  flush_unknown: "could not be read",
  consent_ask_title: "Cookies",
  consent_ask_text: "May this site load more than it needs to work? You can change your choice at any time.",
  consent_ask_choose: "Choose",
  consent_title: "Cookie settings",
  consent_accept_all: "Allow all",
  consent_reject_all: "Necessary only",
  consent_save: "Save choice",
  consent_close: "Close",
  consent_intro_title: "Your choice",
  consent_intro: "This site works without optional cookies. Decide here what else may load without asking each time.",
  consent_necessary: "Necessary",
  consent_necessary_text: "One cookie that remembers this choice for 182 days.",
  consent_media: "External videos",
  consent_media_text:
    "Playing a video from YouTube or Vimeo connects your browser to that service, which may store cookies.",
  captions: "Captions",
  video: "Video",
  video_play: "Play video",
  video_play_named: "Play video: {name}",
  video_pause: "Pause video",
  video_notice: "Playing this video connects your browser to {service}, which may store cookies.",
  video_always: "Always allow videos",
  video_open: "Watch on {service}",
  video_missing: "This video is not available.",
  animation_error: "An error occurred while trying to load the Lottie file from {url}",
};

/**
 * Words of the console of `sitegen listen` and of its notices, which editors read. A site's words override them; no page loads them.
 */
export const CONSOLE_WORDS = {
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

export type ConsoleWord = keyof typeof CONSOLE_WORDS;

export function isConsoleWord(name: string): name is ConsoleWord {
  return Object.hasOwn(CONSOLE_WORDS, name);
}

/** What a site has of the parts whose words are among the engine's. */
export interface PartsWithWords {
  readonly consent: unknown;
  readonly cachePage: boolean;
  readonly parts?: readonly { readonly effect: string }[];
}

/** The engine's words that a site shows: not those of parts that it does not have. */
export function shownWords({ consent, cachePage, parts = [] }: PartsWithWords): Record<string, string> {
  const without = [
    ...(consent === null ? ["consent_"] : []),
    ...(cachePage ? [] : ["flush_"]),
    ...(parts.some(({ effect }) => effect.includes("/lottie/")) ? [] : ["animation_"]),
  ];
  const words = Object.entries(ENGINE_WORDS).filter(([name]) => !without.some((prefix) => name.startsWith(prefix)));
  return Object.fromEntries(words);
}

/** All words of a language that pages may show: the engine's, the site's, and labels of the same name. */
export function wordsOf(
  own: Readonly<Record<string, string>> | undefined,
  labelOf: (name: string) => string,
  engine: Readonly<Record<string, string>> = ENGINE_WORDS,
): Record<string, string> {
  const words = { ...engine, ...own };
  const shown = Object.entries(words).filter(([name]) => !isPreviewWord(name));
  return Object.fromEntries(shown.map(([name, word]) => [name, labelOf(name) || word]));
}
