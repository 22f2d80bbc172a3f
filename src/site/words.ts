import { PROBLEMS } from "../problems/problem-codes.ts";
import { EDITOR_WORDS } from "./editor-words.ts";

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

/**
 * True for a word that pages of visitors are not sent. The code of a problem in the content names the site's own sentence
 * for it.
 */
export function isEditorWord(name: string): boolean {
  return Object.hasOwn(EDITOR_WORDS, name) || Object.hasOwn(PROBLEMS, name);
}

/** All words of a language that pages may show: the engine's, the site's, and labels of the same name. */
export function wordsOf(
  own: Readonly<Record<string, string>> | undefined,
  labelOf: (name: string) => string,
  engine: Readonly<Record<string, string>> = ENGINE_WORDS,
): Record<string, string> {
  const words = { ...engine, ...own };
  const shown = Object.entries(words).filter(([name]) => !isEditorWord(name));
  return Object.fromEntries(shown.map(([name, word]) => [name, labelOf(name) || word]));
}
