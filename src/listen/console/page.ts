/** The console's page, rendered on the server. Two parts of it are sent again when something changes. */
import { createElement as h, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { EditorWord } from "../../site/editor-words.ts";
import type { Speech } from "../words.ts";
import { Post, withTime } from "./elements.ts";
import { type EntryInput, List } from "./entries.ts";
import type { ConsoleFacts } from "./facts.ts";
import { SCRIPT, STYLE } from "./look.ts";

export interface PageInput extends EntryInput {
  /** Said once, above everything. */
  message: EditorWord | null;
}

/** The whole page. */
export function consolePage(input: PageInput): string {
  const { speech, message, token } = input;
  const { word } = speech;
  const body = [
    h(
      "header",
      { key: "header" },
      h("h1", null, word("console_title")),
      h(Post, { to: "console/out", token, className: "plain" }, word("console_log_out")),
    ),
    h(
      "main",
      { key: "main" },
      message && h("p", { className: "message", role: "alert" }, word(message)),
      h("p", { id: "offline", className: "message", role: "alert", hidden: true }, word("console_offline")),
      h("div", { id: "status", "aria-live": "polite" }, h(Status, input)),
      h("h2", null, word("console_publishes")),
      h("div", { id: "list" }, h(List, input)),
    ),
  ];
  return documentOf(speech, body, `<script type="module">${SCRIPT}</script>`);
}

/** A link to a draft, to be copied. */
export function sharePage(speech: Speech, { url, until, name }: { url: string; until: string; name: string }): string {
  const { word } = speech;
  const body = h(
    "main",
    null,
    h("h1", null, word("console_share", { name })),
    h("label", { htmlFor: "link" }, withTime(speech, "console_share_link", until, { name })),
    h("input", { id: "link", readOnly: true, defaultValue: url }),
    h("p", null, h("a", { href: "../console" }, word("console_share_back"))),
  );
  return documentOf(speech, body, "");
}

/** For an open page: what is live and under way, or the list of publishes. */
export function pagePart(part: "status" | "list", input: PageInput): string {
  return renderToStaticMarkup(h(part === "status" ? Status : List, input));
}

/** The form for the key. */
export function loginPage(speech: Speech, message: EditorWord | null): string {
  const { word } = speech;
  return documentOf(
    speech,
    h(
      "main",
      { className: "login" },
      h("h1", null, word("console_title")),
      h(
        "form",
        { method: "post", action: "console" },
        h("label", { htmlFor: "key" }, word("console_key")),
        h("input", {
          id: "key",
          name: "key",
          type: "password",
          autoComplete: "current-password",
          required: true,
          ...(message && { "aria-describedby": "wrong", "aria-invalid": true }),
        }),
        message && h("p", { id: "wrong", className: "message", role: "alert" }, word(message)),
        h("button", { type: "submit", className: "main" }, word("console_log_in")),
      ),
    ),
    "",
  );
}

/** Style and script are constants of this program, whose hashes are in the page's policy. */
function documentOf({ locale, word }: Speech, body: ReactNode, script: string): string {
  const head = [
    h("meta", { key: "viewport", name: "viewport", content: "width=device-width, initial-scale=1" }),
    h("meta", { key: "robots", name: "robots", content: "noindex" }),
    h("meta", { key: "scheme", name: "color-scheme", content: "light dark" }),
    h("title", { key: "title" }, word("console_title")),
    h("link", { key: "icon", rel: "icon", href: "data:," }),
  ];
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8">${renderToStaticMarkup(head)}<style>${STYLE}</style></head>
<body>${renderToStaticMarkup(body)}${script}</body>
</html>
`;
}

function Status({ facts, speech, token }: PageInput): ReactNode {
  const { word } = speech;
  const { live, site, progress, isFailing, standstillSince } = facts;
  const state = progress ? "busy" : isFailing ? "failing" : live ? "live" : "none";
  return h(
    "section",
    { className: `status ${state}` },
    h(
      "p",
      { className: "headline" },
      h("span", { className: "dot", "aria-hidden": true }),
      live ? withTime(speech, "console_live_since", live.at) : word("console_nothing_live"),
    ),
    progress && h(Step, { progress, speech }),
    isFailing && !progress && h("p", null, word("console_failing")),
    standstillSince !== null && h("p", null, withTime(speech, "console_standing", standstillSince)),
    h(
      "div",
      { className: "buttons" },
      site !== "" && h("a", { href: site, className: "button" }, word("console_view_site")),
      standstillSince !== null && h(Post, { to: "console/resume", token, className: "plain" }, word("console_go_on")),
    ),
  );
}

/** The build's own names of its steps. */
const STEPS: [RegExp, EditorWord][] = [
  [/^Rendering/, "console_step_rendering"],
  [/^Publishing/, "console_step_writing"],
  [/^Comparing/, "console_step_comparing"],
  [/^(Sending|Deleting)/, "console_step_sending"],
  [/^Verifying/, "console_step_verifying"],
  [/^Putting/, "console_step_back"],
];

function Step({ progress, speech }: { progress: NonNullable<ConsoleFacts["progress"]>; speech: Speech }): ReactNode {
  const { step, done, total } = progress;
  const text = speech.word(STEPS.find(([pattern]) => pattern.test(step))?.[1] ?? "console_step_reading");
  const value = total > 0 ? { value: Math.min(done, total), max: total } : {};
  return h(
    "p",
    { className: "step" },
    h("label", { htmlFor: "progress" }, total > 0 ? `${text}: ${speech.number(done)} / ${speech.number(total)}` : text),
    h("progress", { id: "progress", ...value }),
  );
}
