/** What is posted of a result: the same words everywhere, in the shape that the receiving host takes. */

import type { EditorWord } from "../site/editor-words.ts";
import type { StoryRef } from "../site/spaces.ts";
import type { PublishEntry } from "./publish-log.ts";
import type { Speech } from "./words.ts";

/** Where pages and stories are found. */
export interface Places {
  /** Address of the live site with a slash at the end, or "". */
  site: string;
  editor(story: StoryRef): string;
}

type Shape = "slack" | "teams" | "json";

const SLACK = /(^|\.)hooks\.slack(-gov)?\.com$/;
/** Workflows (Power Automate), and the connectors before them, which take the same card. */
const TEAMS =
  /\.(webhook\.office\.com|logic\.azure\.(com|us|cn)|powerplatform\.com|powerautomate\.com)$|^flow\.microsoft\.com$/;

/** The shape follows from the address alone. */
export function shapeFor({ hostname }: URL): Shape {
  if (SLACK.test(hostname)) return "slack";
  return TEAMS.test(`.${hostname}`) || TEAMS.test(hostname) ? "teams" : "json";
}

/** The body of the post. */
export function noticeBody(entry: PublishEntry, shape: Shape, said: { places: Places; speech: Speech }): object {
  const { places } = said;
  const [title, ...rest] = noticeLines(entry, said);
  if (shape === "slack") return { text: [title, ...rest].map(slackText).join("\n") };
  if (shape === "teams") return teamsMessage(title, rest);
  const { kind, ok, at, buildId, summary } = entry;
  const problems = entry.problems.map((one) => ({ ...one, editor: places.editor(one.story) }));
  return {
    ok,
    text: [title, ...rest].join("\n"),
    kind,
    at,
    buildId,
    seconds: secondsOf(entry),
    stories: entry.stories.map((story) => ({ ...story, editor: places.editor(story) })),
    pages: entry.pages.map(({ path }) => addressOf(places, path)),
    problems,
    summary,
  };
}

/** A page's address, from its decoded path. */
export function addressOf({ site }: Pick<Places, "site">, path: string): string {
  return site + encodeURI(path.slice(1)).replace(/[?#]/g, encodeURIComponent);
}

/** Seconds from the webhook to the visitor; null if there was no webhook. */
export function secondsOf({ receivedAt, at }: Pick<PublishEntry, "receivedAt" | "at">): number | null {
  return receivedAt === null ? null : Math.max(0, Date.parse(at) - Date.parse(receivedAt)) / 1000;
}

const SHOWN = 5;

type Said = Parameters<typeof noticeBody>[2];

function noticeLines(entry: PublishEntry, { places, speech }: Said): [string, ...string[]] {
  const { kind, ok, at, stories, published, pages, written, gone, problems, summary } = entry;
  const { word, count, number } = speech;
  const names = stories
    .slice(0, SHOWN)
    .map(({ name }) => name)
    .join(", ");
  const more = published - Math.min(SHOWN, stories.length);
  const listed = names !== "" && more > 0 ? `${names} ${word("console_more", { n: number(more) })}` : names;
  const title = `${word(titleOf(entry), { time: timeOf(at) })}${listed === "" ? "" : `: ${listed}`}`;
  const seconds = secondsOf(entry);
  const counts = [
    written > 0 ? count(written, "console_page", "console_pages") : "",
    gone > 0 ? word("console_gone", { n: number(gone) }) : "",
    seconds !== null && ok ? word("console_notice_seconds", { n: number(seconds) }) : "",
  ].filter((one) => one !== "");
  const addresses = pages.slice(0, SHOWN).flatMap(({ path, isThere }) => (isThere ? addressOf(places, path) : []));
  return [
    title,
    ...(counts.length > 0 && kind !== "check" ? [counts.join(", ")] : []),
    ...(ok ? [] : [summary]),
    ...(places.site === "" ? [] : addresses),
    ...(kind === "publish" && ok ? [] : problems.slice(0, SHOWN).map((one) => problemLine(one, { places, speech }))),
  ];
}

function titleOf({ kind, ok, isLive }: Pick<PublishEntry, "kind" | "ok" | "isLive">): EditorWord {
  if (kind === "check") return ok ? "console_notice_clean" : "console_notice_checked";
  if (kind === "undo" && isLive) return ok ? "console_notice_back" : "console_notice_back_fault";
  if (kind === "undo") return "console_notice_not_back";
  if (isLive) return ok ? "console_notice_live" : "console_notice_fault";
  return "console_notice_failed";
}

function problemLine({ path, story, ...problem }: PublishEntry["problems"][number], { places, speech }: Said): string {
  const message = speech.problem(problem);
  const where = [story.name || story.slug, path].filter((one) => one !== "").join(" › ");
  return [where === "" ? message : `${where}: ${message}`, places.editor(story)].filter((one) => one !== "").join(" ");
}

/** By the clock of the machine; TZ sets another. */
function timeOf(at: string): string {
  return new Date(at).toTimeString().slice(0, 8);
}

/** Slack's own escapes, so that no text becomes a mention or a link. */
function slackText(line: string): string {
  return line.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** An Adaptive Card; its text runs take no Markdown, so that no text becomes a link. */
function teamsMessage(title: string, lines: readonly string[]): object {
  const run = (text: string, more: object = {}) => ({
    type: "RichTextBlock",
    inlines: [{ type: "TextRun", text, ...more }],
  });
  const content = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [run(title, { weight: "Bolder" }), ...lines.map((line) => run(line))],
  };
  return {
    type: "message",
    attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
  };
}
