import { escapeHtml, scriptJson } from "../render/escape.ts";
import type { DraftAnswer } from "./ask-draft.ts";
import type { SharedDraft, ShareRefusal } from "./share-token.ts";

/**
 * A published page that shows a draft in its place as soon as its script runs (src/client/preview/shared.ts); until then
 * it shows nothing, so that nobody takes what is published for the draft.
 */
export function sharedPage(html: string, { story }: DraftAnswer, { language }: SharedDraft): string {
  // Without what the service says of the stories that it links to: some are not published.
  const data = scriptJson(JSON.stringify({ story, language }));
  return html
    .replace(/<html [^>]*/, (tag) => `${tag} data-preview="shared"`)
    .replace("<head>", () => '<head>\n<meta name="robots" content="noindex, nofollow">')
    .replace('<div id="app"', (tag) => `<noscript><p>This draft is shown by script.</p></noscript>${tag} hidden`)
    .replace("</body>", () => `<script type="application/json" id="shared-draft">${data}</script>\n</body>`);
}

const REASONS = {
  invalid: [403, "This link is not valid", "Part of it may be missing. Ask for it again where you got it from."],
  expired: [410, "This link has ended", "It showed a draft for some time. Ask for a new one where you got it from."],
  revoked: [410, "This link was taken back", "Whoever sent it to you does not show the draft any more."],
  404: [404, "There is no such draft any more", "The story was deleted, or its release was merged."],
  502: [
    502,
    "The draft cannot be shown now",
    "The content service does not answer as it should. Try again in a minute.",
  ],
} as const;

/** A page that says why there is no draft. */
export function noDraftPage(reason: ShareRefusal | 404 | 502): { status: number; html: string } {
  const [status, title, text] = REASONS[reason];
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="/">To the published site</a></p>
</main>
</body>
</html>
`;
  return { status, html };
}
