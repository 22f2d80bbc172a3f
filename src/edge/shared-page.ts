import { escapeHtml, scriptJson } from "../render/escape.ts";
import { PREVIEW_WORDS } from "../site/editor-words.ts";
import { ENGINE_LANGUAGE } from "../site/words.ts";
import type { DraftAnswer } from "./ask-draft.ts";
import { notePage } from "./note-page.ts";
import type { SharedDraft, ShareRefusal } from "./share-token.ts";

/**
 * A published page that shows a draft in its place as soon as its script runs (src/client/preview/shared.ts); until then
 * it shows nothing, so that nobody takes what is published for the draft.
 */
export function sharedPage(html: string, { story }: DraftAnswer, { language }: SharedDraft): string {
  const noScript = `<noscript><p lang="${ENGINE_LANGUAGE}">This draft is shown by script.</p></noscript>`;
  // Without what the service says of the stories that it links to: some are not published.
  return inPlaceOfApp(html, noScript, { story, language });
}

/** Why a link shows no draft: also one whose story is gone, or that the content service does not answer now. */
export type LinkEnd = ShareRefusal | "gone" | "down";

export const END_STATUS: Record<LinkEnd, number> = { invalid: 403, expired: 410, revoked: 410, gone: 404, down: 502 };

/**
 * Says why there is no draft, in a page of the site, whose script puts the words of its language in the place of these;
 * without one (null), in a page of its own. Without a draft, the browser's language decides.
 */
export function endedPage(html: string | null, end: LinkEnd, draft: SharedDraft | null): string {
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

function inPlaceOfApp(html: string, shown: string, data: object): string {
  const json = scriptJson(JSON.stringify(data));
  return html
    .replace(/<html [^>]*/, (tag) => `${tag} data-preview="shared"`)
    .replace("<head>", () => '<head>\n<meta name="robots" content="noindex, nofollow">')
    .replace('<div id="app"', (tag) => `${shown}${tag} hidden`)
    .replace("</body>", () => `<script type="application/json" id="shared-draft">${json}</script>\n</body>`);
}
