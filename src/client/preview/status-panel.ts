import type { LiveResult } from "../../content/preview/live-page.ts";
import { previewWord, type SiteWords } from "../../site/editor-words.ts";
import { problemText } from "../../site/problem-text.ts";

type Problem = LiveResult<unknown>["problems"][number];

export interface StatusPanel {
  /** Shows problems of the content. */
  problems(problems: readonly Problem[]): void;
  /** Shows one message for the editor; "" removes it. */
  say(text: string): void;
  /** Speaks in the site's words from now on; in English before. */
  speakIn(words: SiteWords): void;
}

/** A panel in a corner of the frame that lists what is missing on the page and why; hidden if empty. */
export function createStatusPanel(): StatusPanel {
  const box = Object.assign(document.createElement("details"), { className: "preview-notes", hidden: true });
  const summary = document.createElement("summary");
  const list = document.createElement("ul");
  box.append(summary, list);
  document.body.append(box);
  let said = "";
  let found: readonly string[] = [];
  let shown = "";
  let words: SiteWords;
  const show = () => {
    const lines = [...(said === "" ? [] : [said]), ...found];
    if (shown === lines.join("\n")) return;
    shown = lines.join("\n");
    box.hidden = lines.length === 0;
    summary.textContent = previewWord(words, lines.length === 1 ? "preview_note" : "preview_notes", {
      n: lines.length,
    });
    list.replaceChildren(...lines.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    if (said !== "") box.open = true;
  };
  return {
    problems(problems) {
      found = [...new Set(problems.filter(({ severity }) => severity !== "info").map((one) => lineOf(one, words)))];
      show();
    },
    say(text) {
      said = text;
      show();
    },
    speakIn(given) {
      words = given;
    },
  };
}

function lineOf({ path, ...problem }: Problem, words: SiteWords): string {
  const message = problemText(words, problem);
  return path === "" ? message : `${path}: ${message}`;
}
