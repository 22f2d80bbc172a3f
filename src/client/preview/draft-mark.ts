import type { PreviewWord, RefusalWord } from "../../site/editor-words.ts";
import { previewWord, type SiteWords } from "../../site/editor-words.ts";

/**
 * What is shown: a saved draft, one that is only typed, one that is published and not on the site yet, the published page in
 * place of a draft, or a draft that a link shows.
 */
export type Shown = "saved" | "typed" | "publishing" | "published" | "shared";

export type DraftWarning = "preview_unkept" | "preview_unreachable" | RefusalWord;

export interface WarningValues {
  minutes?: number;
  address?: string;
}

export interface DraftMark {
  /** Says what is shown, with a button for the other; null if it is the published page and there is no other. */
  show(shown: Shown | null): void;
  /** Says below what is shown why it may not stay, or why there is no draft: the page is then the published one. */
  warn(word: DraftWarning, values?: WarningValues, options?: { isPublished: boolean }): void;
}

const TOGGLE = {
  saved: "preview_show_published",
  typed: "preview_show_published",
  publishing: "preview_show_published",
  published: "preview_show_draft",
  shared: null,
} as const;

/** A small sign in a corner of the frame, in the words of the site's language. */
export function createDraftMark(options: {
  words: SiteWords;
  /** The editor wants the published page, or the draft again; null where there is no other. */
  onToggle: ((to: "published" | "draft") => void) | null;
}): DraftMark {
  const box = Object.assign(document.createElement("div"), { className: "preview-mark", hidden: true });
  box.setAttribute("role", "status");
  // No paragraphs: a site's own have margins.
  const text = document.createElement("span");
  const warning = Object.assign(document.createElement("span"), { hidden: true });
  const button = Object.assign(document.createElement("button"), { type: "button", hidden: true });
  box.append(text, warning, button);
  document.body.append(box);
  const put = (element: HTMLElement, name: PreviewWord | null, values?: WarningValues) => {
    element.hidden = name === null;
    element.textContent = name && previewWord(options.words, name, { ...values });
    box.hidden = [text, warning, button].every(({ hidden }) => hidden);
  };
  button.addEventListener("click", () => options.onToggle?.(box.dataset.shown === "published" ? "draft" : "published"));
  return {
    show(shown) {
      if (shown) box.dataset.shown = shown;
      else delete box.dataset.shown;
      put(text, shown && `preview_${shown}`);
      put(button, shown && options.onToggle && TOGGLE[shown]);
      put(warning, null);
    },
    warn(name, values, { isPublished } = { isPublished: false }) {
      if (isPublished && !box.dataset.shown) put(text, "preview_published");
      put(warning, name, values);
    },
  };
}
