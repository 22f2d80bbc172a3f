/** What is posted of a result: the same words everywhere, in the shape that the receiving host takes. */
import type { StoryRef } from "../site/spaces.ts";
import type { PublishEntry } from "./publish-log.ts";

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
export function noticeBody(entry: PublishEntry, shape: Shape, places: Places): object {
  const [title, ...rest] = noticeLines(entry, places);
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
    pages: entry.pages.map(({ path }) => places.site + path.slice(1)),
    problems,
    summary,
  };
}

/** Seconds from the webhook to the visitor; null if there was no webhook. */
export function secondsOf({ receivedAt, at }: Pick<PublishEntry, "receivedAt" | "at">): number | null {
  return receivedAt === null ? null : Math.max(0, Date.parse(at) - Date.parse(receivedAt)) / 1000;
}

const SHOWN = 5;

function noticeLines(entry: PublishEntry, places: Places): [string, ...string[]] {
  const { kind, ok, isLive, at, stories, published, pages, written, gone, problems, summary } = entry;
  const names = listed(
    stories.map(({ name }) => name),
    published,
  );
  const title = `${titleOf({ kind, ok, isLive }, timeOf(at))}${names === "" ? "" : `: ${names}`}`;
  const seconds = secondsOf(entry);
  const counts = [
    written > 0 ? `${written} ${written === 1 ? "page" : "pages"} changed` : "",
    gone > 0 ? `${gone} removed` : "",
    seconds !== null && ok ? `${seconds.toFixed(1)} s after the webhook` : "",
  ].filter((one) => one !== "");
  const addresses = pages.slice(0, SHOWN).flatMap(({ path, isThere }) => (isThere ? places.site + path.slice(1) : []));
  return [
    title,
    ...(counts.length > 0 && kind !== "check" ? [counts.join(", ")] : []),
    ...(ok ? [] : [summary]),
    ...(places.site === "" ? [] : addresses),
    ...(kind === "publish" && ok ? [] : problems.slice(0, SHOWN).map((one) => problemLine(one, places))),
  ];
}

function titleOf({ kind, ok, isLive }: Pick<PublishEntry, "kind" | "ok" | "isLive">, time: string): string {
  if (kind === "check") return ok ? `checked at ${time}, nothing to mend` : `checked at ${time}`;
  const what = kind === "undo" ? "taken back, " : "";
  if (isLive) return `${what}live at ${time}${ok ? "" : ", but a later step failed"}`;
  return kind === "undo" ? `not taken back, failed at ${time}` : `not live, failed at ${time}`;
}

function problemLine({ message, path, story }: PublishEntry["problems"][number], { editor }: Places): string {
  const where = [story.name || story.slug, path].filter((one) => one !== "").join(" › ");
  return [where === "" ? message : `${where}: ${message}`, editor(story)].filter((one) => one !== "").join(" ");
}

/** By the clock of the machine; TZ sets another. */
function timeOf(at: string): string {
  return new Date(at).toTimeString().slice(0, 8);
}

function listed(names: readonly string[], count: number): string {
  const more = count - Math.min(SHOWN, names.length);
  const shown = names.slice(0, SHOWN).join(", ");
  return shown !== "" && more > 0 ? `${shown} and ${more} more` : shown;
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
