/** Answers for drafts, wherever requests and responses are those of the web platform; the preview token stays there. */
import { escapeHtml, scriptJson } from "../render/escape.ts";
import { PREVIEW_WORDS } from "../site/editor-words.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import {
  askDraft,
  type DraftAnswer,
  DraftError,
  type DraftQuery,
  type EdgeEnvironment,
  environmentOf,
  spacesIn,
} from "./ask-draft.ts";
import { readEditorToken, refusalOf, spaceOfToken, type TokenRefusal } from "./editor-token.ts";
import { notePage } from "./note-page.ts";
import { readShare, type SharedDraft, type ShareRefusal } from "./share-token.ts";

export interface AnswerDraftOptions {
  readonly env: EdgeEnvironment;
  /** A page of the published site by its URL without the origin. Default: asks the site. */
  readonly read?: (href: string) => Promise<Response>;
  /** Told what went wrong. Default: `console.error`. */
  readonly onFailure?: (message: string) => void;
  /** Milliseconds, for tests. */
  readonly now?: () => number;
}

/**
 * Answers the visual editor's frame with the draft of one story as JSON, if the editor's token is in the query, and a link
 * of `sitegen share` (an address that ends in `/s/` and its token) with a page. No answer may be stored or indexed.
 */
export async function answerDraft(request: Request, options: AnswerDraftOptions): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD")
    return json(405, { error: "Only GET is answered." }, { allow: "GET, HEAD" });
  const shared = /\/s\/([^/]*)$/.exec(new URL(request.url).pathname)?.[1];
  return shared === undefined ? forFrame(request, options) : forLink(shared, request, options);
}

async function forFrame(request: Request, options: AnswerDraftOptions): Promise<Response> {
  const { env, now = Date.now } = options;
  const { search, origin } = new URL(request.url);
  const asker = request.headers.get("origin");
  const isForeign = asker !== null && asker !== origin;
  if (isForeign && !originsOf(env).includes(asker)) return json(403, { error: "This origin is not answered." });
  const cors = isForeign ? { "access-control-allow-origin": asker } : {};
  // Opened by itself it would be a page of data; old browsers do not say.
  if (!["empty", null].includes(request.headers.get("sec-fetch-dest")))
    return json(403, { error: "Only the frame of the visual editor is answered." }, cors);
  const spaces = spacesIn(env).map((space) => {
    const own = environmentOf(space, env);
    return { space, previewToken: own.STORYBLOK_PREVIEW_TOKEN ?? "", spaceId: own.STORYBLOK_SPACE_ID ?? "", env: own };
  });
  const asking = await spaceOfToken(readEditorToken(search), spaces, now());
  if (!asking) {
    const refusal = (await refusalOf(search, spaces, now())) ?? ({ reason: "preview_foreign", minutes: 0 } as const);
    const error = REFUSED[refusal.reason](refusal.minutes);
    if (refusal.reason !== "preview_foreign")
      (options.onFailure ?? console.error)(`A draft could not be shown: ${error}`);
    return json(403, { error, refused: refusal.reason, minutes: refusal.minutes }, cors);
  }
  const asked = new URLSearchParams(search);
  const { space } = asking;
  // Pages of an earlier build do not say it.
  if ((asked.get("space") ?? space) !== space) {
    const error = `The editor of space ${asked.get("_storyblok_tk[space_id]")} opens pages of another one: its preview address is wrong.`;
    (options.onFailure ?? console.error)(`A draft could not be shown: ${error}`);
    return json(403, { error, refused: "preview_elsewhere", space }, cors);
  }
  const query = readQuery(asked);
  if (!query) return json(400, { error: "The query names no story." }, cors);
  try {
    return json(200, await askDraft(query, asking.env), cors);
  } catch (error) {
    const { status, message } = failureOf(error, options);
    return json(status, { error: message, ...(status === 404 && { refused: "preview_link_gone_text" }) }, cors);
  }
}

/** For the log of the function; the frame has words of its own for the reasons. */
const REFUSED: Record<TokenRefusal["reason"], (minutes: number) => string> = {
  preview_late: (minutes) => `The editor's token is ${minutes} minutes old. Reload the editor, or set the clock right.`,
  preview_early: (minutes) =>
    `The editor's token is of ${minutes} minutes from now: the clock of the function is wrong.`,
  preview_foreign: () => "The editor's token is missing, or was not made with the preview token of this space.",
};

/** Each language of it is one more request. */
const CHAIN = /^([\w-]{1,40}(,[\w-]{1,40}){0,19})?$/;

/** Null for a query that the content service is not asked with. */
function readQuery(query: URLSearchParams): DraftQuery | null {
  const id = query.get("id") ?? "";
  const [language, fallback] = [query.get("language") ?? "", query.get("fallback") ?? ""];
  const relations = query.get("relations") ?? "";
  const release = query.get("_storyblok_release") ?? "";
  if (
    !/^[1-9]\d{0,14}$/.test(id) ||
    !/^[\w-]{0,40}$/.test(language) ||
    !CHAIN.test(fallback) ||
    !/^[\w.,-]{0,4000}$/.test(relations)
  )
    return null;
  // Without a release it is "0" or "undefined".
  return { id: Number(id), language, fallback, relations, release: /^[1-9]\d{0,17}$/.test(release) ? release : "" };
}

async function forLink(token: string, request: Request, options: AnswerDraftOptions): Promise<Response> {
  const { env, now = Date.now } = options;
  const { SITEGEN_SHARE_SECRET: secret = "", SITEGEN_SHARE_REVOKED: revoked = "" } = env;
  const { draft, refusal } = await readShare(token, { secret, revoked, now: now() });
  const end = async (reason: LinkEnd): Promise<Response> => {
    const site = await publishedPage([draft?.lost ?? "/404.html"], request, options).catch(() => null);
    const html = endedPage(site?.html ?? null, reason, draft);
    return page({ status: END_STATUS[reason], html }, site?.policy);
  };
  if (refusal !== null) return end(refusal);
  const { story: id, answer: language, fallback = "", release, space = "" } = draft;
  try {
    // Relations would bring drafts of other stories along.
    const answer = await askDraft({ id, language, fallback, release, relations: "" }, environmentOf(space, env));
    const { html, policy } = await publishedPage([draft.page, draft.lost], request, options);
    return page({ status: 200, html: sharedPage(html, answer, draft) }, policy);
  } catch (error) {
    return end(failureOf(error, options).status === 404 ? "gone" : "down");
  }
}

/** The first that the site has: the page of the story, or its error page, which stands for one that is not there yet. */
async function publishedPage(
  hrefs: readonly string[],
  request: Request,
  { env, read }: AnswerDraftOptions,
): Promise<{ html: string; policy: string | null }> {
  const site = originsOf(env)[0] ?? request.url;
  const ask = read ?? ((href: string) => fetch(new URL(href, site), { redirect: "manual" }));
  for (const href of hrefs) {
    const response = await ask(href);
    const html = await response.text();
    const isPage = response.ok || href.endsWith("404.html");
    if (isPage && html.includes(' data-app="'))
      return { html, policy: response.headers.get("content-security-policy") };
  }
  throw new DraftError(502, `The site answers neither ${hrefs.join(" nor ")} with a page.`);
}

function originsOf(env: EdgeEnvironment): string[] {
  return (env.SITEGEN_SITE_ORIGINS ?? "").split(/[\s,]+/).filter(Boolean);
}

function failureOf(
  error: unknown,
  { env, onFailure = console.error }: AnswerDraftOptions,
): { status: 404 | 502; message: string } {
  const { status, message } = error instanceof DraftError ? error : new DraftError(502, String(error));
  const tokens = spacesIn(env).flatMap((space) => environmentOf(space, env).STORYBLOK_PREVIEW_TOKEN || []);
  const safe = tokens.reduce((text, token) => text.replaceAll(token, "[token]"), message);
  if (status !== 404) onFailure(`A draft could not be shown: ${safe}`);
  return { status, message: safe };
}

const ALWAYS = {
  "cache-control": "no-store",
  "x-robots-tag": "noindex, nofollow",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

function json(status: number, value: object, more: Record<string, string> = {}): Response {
  const headers = {
    ...ALWAYS,
    ...more,
    "content-type": "application/json; charset=utf-8",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    vary: "origin, sec-fetch-dest",
  };
  return new Response(`${JSON.stringify(value)}\n`, { status, headers });
}

function page({ status, html }: { status: number; html: string }, policy: string | null = null): Response {
  const headers = {
    ...ALWAYS,
    "content-type": "text/html; charset=utf-8",
    ...(policy !== null && { "content-security-policy": policy }),
  };
  return new Response(html, { status, headers });
}

/**
 * A published page that shows a draft in its place as soon as its script runs (src/client/preview/shared.ts); until then
 * it shows nothing, so that nobody takes what is published for the draft.
 */
function sharedPage(html: string, { story }: DraftAnswer, { language }: SharedDraft): string {
  const noScript = `<noscript><p lang="${ENGINE_LANGUAGE}">This draft is shown by script.</p></noscript>`;
  // Without what the service says of the stories that it links to: some are not published.
  return inPlaceOfApp(html, noScript, { story, language });
}

/** Why a link shows no draft: also one whose story is gone, or that the content service does not answer now. */
type LinkEnd = ShareRefusal | "gone" | "down";

const END_STATUS: Record<LinkEnd, number> = { invalid: 403, expired: 410, revoked: 410, gone: 404, down: 502 };

/**
 * Says why there is no draft, in a page of the site, whose script puts the words of its language in the place of these;
 * without one (null), in a page of its own. Without a draft, the browser's language decides.
 */
function endedPage(html: string | null, end: LinkEnd, draft: SharedDraft | null): string {
  const home = (draft?.lost ?? "/").replace(/[^/]*$/, "");
  const [title, text, link] = [`preview_link_${end}`, `preview_link_${end}_text`, "preview_link_home"] as const;
  // A new page, not one that the site's router shows.
  const main = `<main id="shared-ended" lang="${ENGINE_LANGUAGE}">
<h1>${escapeHtml(PREVIEW_WORDS[title])}</h1>
<p>${escapeHtml(PREVIEW_WORDS[text])}</p>
<p><a href="${escapeHtml(home)}" target="_top">${escapeHtml(PREVIEW_WORDS[link])}</a></p>
</main>
`;
  if (html !== null) return inPlaceOfApp(html, main, { words: [title, text, link], language: draft?.language ?? "" });
  return notePage({ lang: ENGINE_LANGUAGE, title: PREVIEW_WORDS[title], main });
}

/** The app is hidden by an element around it: a site's own style of it, such as `#app { display: flex }`, would show it. */
function inPlaceOfApp(html: string, shown: string, data: object): string {
  const json = scriptJson(JSON.stringify(data));
  return html
    .replace(/<html [^>]*/, (tag) => `${tag} data-preview="shared"`)
    .replace("<head>", () => '<head>\n<meta name="robots" content="noindex, nofollow">')
    .replace('<div id="app"', (tag) => `${shown}<div id="shared-hidden" hidden>${tag}`)
    .replace("</body>", () => `<script type="application/json" id="shared-draft">${json}</script>\n</div>\n</body>`);
}
