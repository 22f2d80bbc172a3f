import { PREVIEW_WORDS, type PreviewWord } from "./editor-words.ts";
import { filled } from "./filled.ts";

/** The words of the site in the language of the page. */
export type SiteWords = Readonly<Record<string, string>> | undefined;

/** A word for editors: the site's own, or else the English one. */
export function previewWord(words: SiteWords, name: PreviewWord, values?: Readonly<Record<string, unknown>>): string {
  return filled(words?.[name] || PREVIEW_WORDS[name], values);
}
