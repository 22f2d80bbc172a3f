import { escapeHtml } from "../../render/escape.ts";
import type { FormErrors } from "./check-message.ts";
import type { FormPage } from "./find-form-page.ts";

/** Interface words by key, in the language of the form's page. */
export type Words = Readonly<Record<string, string>>;

/** Errors of a natively posted form, as a page with the site's words and styles. */
export function formErrorPage(errors: FormErrors, { page, words }: { page: FormPage; words: Words }): string {
  const word = (name: string) => escapeHtml(words[name] ?? "");
  // Fields are named by their label, if the site has that word.
  const items = Object.entries(errors).map(
    ([name, error]) => `<li><strong>${word(`form_${name}`) || escapeHtml(name)}</strong>: ${word(error)}</li>`,
  );
  return `<!doctype html>
<html${page.lang ? ` lang="${page.lang}"` : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${word("form_invalid")}</title>
${page.styles}
</head>
<body>
<main id="main" class="wrap utility">
<h1 class="headline-2">${word("form_invalid")}</h1>
<ul>
${items.join("\n")}
</ul>
<p>${word("form_kept")}</p>
<p><a href="${escapeHtml(page.address)}">${word("form_back")}</a></p>
</main>
</body>
</html>
`;
}
