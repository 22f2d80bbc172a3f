import type { FormFaults } from "../content/forms/check-values.ts";
import type { FormDefinition } from "../content/forms/define-form.ts";
import { fieldLabel, formWord } from "../content/forms/form-words.ts";
import { escapeHtml } from "../render/escape.ts";
import type { FormPage } from "./form-page.ts";

/** What is wrong in a form that was posted without script, with the site's words and styles. */
export function faultPage(faults: FormFaults, { form, page }: { form: FormDefinition; page: FormPage }): string {
  const { words } = page;
  const items = Object.entries(faults).map(([name, fault]) => {
    const field = form.fields[name];
    const message = formWord(words, fault, { ...field });
    return `<li><strong>${escapeHtml(fieldLabel(words, name, field))}</strong>: ${escapeHtml(message)}</li>`;
  });
  return document(
    page,
    "form_invalid",
    `<ul style="${GAP}">\n${items.join("\n")}\n</ul>\n<p style="${GAP}">${escapeHtml(formWord(words, "form_kept"))}</p>`,
  );
}

/** Thanks for a form that was posted without script. */
export function thanksPage(page: FormPage): string {
  return document(page, "form_success", "");
}

/** A site's stylesheet may have none. */
const GAP = "margin-block: 1rem";

function document(page: FormPage, titleWord: string, content: string): string {
  const title = escapeHtml(formWord(page.words, titleWord));
  return `<!doctype html>
<html${page.lang ? ` lang="${page.lang}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${page.styles}
</head>
<body>
<main id="main" style="max-width: 40rem; margin: 0 auto; padding: 12vh 1.25rem">
<h1 style="font-size: 1.75rem; line-height: 1.25">${title}</h1>
${content}
<p style="${GAP}; text-decoration: underline"><a href="${escapeHtml(page.href)}">${escapeHtml(formWord(page.words, "form_back"))}</a></p>
</main>
</body>
</html>
`;
}
