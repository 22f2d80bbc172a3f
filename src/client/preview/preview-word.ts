import { EDITOR_WORDS, type EditorWord } from "../../site/editor-words.ts";
import { filled } from "../../site/filled.ts";

/** The words of the site in the language of the page. */
export type SiteWords = Readonly<Record<string, string>> | undefined;

/** A word for editors: the site's own, or else the English one. */
export function previewWord(words: SiteWords, name: EditorWord, values?: Readonly<Record<string, unknown>>): string {
  return filled(words?.[name] || EDITOR_WORDS[name], values);
}
