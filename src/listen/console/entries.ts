import { createElement as h, type ReactNode } from "react";
import type { EditorWord } from "../../site/editor-words.ts";
import type { Speech } from "../words.ts";
import { Post, Time, withTime } from "./elements.ts";
import type { ConsoleFacts, ShownEntry } from "./facts.ts";

export interface EntryInput {
  facts: ConsoleFacts;
  speech: Speech;
  /** Of the session's forms. */
  token: string;
  /** Whether links to drafts can be made. */
  canShare: boolean;
}

/** The list of publishes. */
export function List(input: EntryInput): ReactNode {
  const { facts, speech } = input;
  if (facts.publishes.length === 0) return h("p", null, speech.word("console_none"));
  const entries = facts.publishes.map((entry) => h(Entry, { key: entry.number, entry, ...input }));
  return h("ol", { className: "entries" }, entries);
}

const STATUS_WORDS: Record<ShownEntry["status"], EditorWord> = {
  live: "console_is_live",
  published: "console_was_live",
  fault: "console_fault",
  failed: "console_failed",
  "taken back": "console_taken_back",
  undo: "console_undone",
  checked: "console_checked",
};

function Entry({ entry, ...input }: EntryInput & { entry: ShownEntry }): ReactNode {
  const { speech } = input;
  return h(
    "li",
    { className: `entry ${entry.status.replace(" ", "-")}` },
    h(
      "p",
      { className: "meta" },
      h("span", { className: "badge" }, speech.word(STATUS_WORDS[entry.status])),
      h(Time, { at: entry.at, speech }),
    ),
    h("h3", null, h(Subject, { entry, speech })),
    h("p", { className: "counts" }, countsOf(entry, speech)),
    !entry.ok && entry.kind !== "check" && h("p", { className: "summary" }, entry.summary),
    h(Details, { entry, ...input }),
    entry.undo && h(Undo, { entry, undo: entry.undo, ...input }),
  );
}

/** The stories by their names in the editor. */
function Subject({ entry, speech }: { entry: ShownEntry; speech: Speech }): ReactNode {
  const names = entry.stories.map((story, at) => [at > 0 && ", ", h(StoryName, { key: story.id, story })]);
  const gone = entry.removed > 0 ? entry.pages.find(({ url }) => url === "")?.path : undefined;
  if (names.length === 0) return entry.said[0] ?? gone ?? speech.word("console_whole_site");
  const more = entry.published - names.length;
  return [...names, more > 0 && ` ${speech.word("console_more", { n: speech.number(more) })}`];
}

function StoryName({ story }: { story: ShownEntry["stories"][number] }): ReactNode {
  const name = story.name || story.slug;
  return story.editor === "" ? name : h("a", { href: story.editor, rel: "noreferrer" }, name);
}

function countsOf(entry: ShownEntry, { count, word, number }: Speech): string {
  const { kind, written, gone, problemCount, seconds, isLive } = entry;
  const pages = written > 0 ? count(written, "console_page", "console_pages") : word("console_no_pages");
  const problems = problemCount > 0 ? count(problemCount, "console_problem", "console_problems") : "";
  if (kind === "check") return problems || word("console_no_problems");
  return [
    kind === "publish" && isLive ? pages : "",
    gone > 0 ? word("console_gone", { n: number(gone) }) : "",
    seconds !== null && isLive ? word("console_seconds", { n: number(seconds) }) : "",
    problems,
  ]
    .filter((one) => one !== "")
    .join(" · ");
}

function Details({ entry, speech, token, canShare }: EntryInput & { entry: ShownEntry }): ReactNode {
  const { pages, problems, said, number } = entry;
  const shared = canShare ? entry.stories : [];
  if (pages.length + problems.length + said.length + shared.length === 0) return null;
  return h(
    "details",
    { id: `details-${number}` },
    h("summary", null, speech.word("console_details")),
    said.map((text) => h("p", { key: text }, text)),
    shared.map(({ id, space = "", name, slug }) =>
      h(
        Post,
        { key: `${space} ${id}`, to: "console/share", token, className: "plain", fields: { story: String(id), space } },
        speech.word("console_share", { name: name || slug }),
      ),
    ),
    pages.length > 0 &&
      h(
        "ul",
        { className: "pages" },
        pages.map(({ path, url }) =>
          h("li", { key: path }, url === "" ? h("del", null, path) : h("a", { href: url }, path)),
        ),
      ),
    problems.length > 0 &&
      h(
        "ul",
        null,
        problems.map(({ story, path, ...problem }, at) =>
          // The list is never sorted or edited.
          h(
            "li",
            { key: String(at) },
            h(StoryName, { story }),
            path === "" ? "" : ` › ${path}`,
            `: ${speech.problem(problem)}`,
          ),
        ),
      ),
  );
}

/** The first click shows what it takes back, the second does it. */
function Undo(input: EntryInput & { entry: ShownEntry; undo: NonNullable<ShownEntry["undo"]> }): ReactNode {
  const { facts, speech, token, entry, undo } = input;
  const taken = facts.publishes.filter(({ number }) => undo.takesBack.includes(number));
  return h(
    "details",
    { id: `undo-${entry.number}`, className: "undo" },
    h("summary", null, speech.word("console_undo")),
    h("p", null, withTime(speech, "console_undo_what", undo.at)),
    h(
      "ul",
      null,
      taken.map((one) => {
        const pages = one.pages.map(({ path }) => path).join(", ");
        return h("li", { key: one.number }, h(Subject, { entry: one, speech }), pages === "" ? "" : ` (${pages})`);
      }),
    ),
    h("p", null, speech.word("console_undo_note")),
    h(
      Post,
      {
        to: "console/undo",
        token,
        className: "main",
        fields: { build: undo.build, newest: String(facts.newest) },
      },
      speech.word("console_undo_do"),
    ),
  );
}
