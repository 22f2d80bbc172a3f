import type { LiveResult } from "../../content/preview/live-page.ts";

type Problem = LiveResult<unknown>["problems"][number];

export interface StatusPanel {
  /** Shows problems of the content. */
  problems(problems: readonly Problem[]): void;
  /** Shows one message for the editor; "" removes it. */
  say(text: string): void;
  /** Counts its notes in these words from now on; in English before. */
  countIn(count: (n: number) => string): void;
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
  let count = (n: number) => (n === 1 ? "1 note" : `${n} notes`);
  const show = () => {
    const lines = [...(said === "" ? [] : [said]), ...found];
    if (shown === lines.join("\n")) return;
    shown = lines.join("\n");
    box.hidden = lines.length === 0;
    summary.textContent = count(lines.length);
    list.replaceChildren(...lines.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
    if (said !== "") box.open = true;
  };
  return {
    problems(problems) {
      found = [...new Set(problems.filter(({ severity }) => severity !== "info").map(lineOf))];
      show();
    },
    say(text) {
      said = text;
      show();
    },
    countIn(given) {
      count = given;
    },
  };
}

function lineOf({ path, message }: Problem): string {
  return path === "" ? message : `${path}: ${message}`;
}
