/** What the content service puts behind a field's name for its value in a language: `title__i18n__pt_br` for pt-br. */
export const TRANSLATED = "__i18n__";

export function translatedSuffix(code: string): string {
  return TRANSLATED + code.replaceAll("-", "_");
}
