import { escapeHtml } from "../render/escape.ts";

/** A page that is none of the site's: it says to an editor, or to whoever has a link, why there is no draft. */
export function notePage({ lang, title, main }: { lang: string; title: string; main: string }): string {
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
</head>
<body>
${main}</body>
</html>
`;
}
