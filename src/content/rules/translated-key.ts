/** Suffix of a translated field's key in the content service: `title__i18n__pt_br` for pt-br. */
export const TRANSLATED_SUFFIX = "__i18n__";

export function translatedSuffix(code: string): string {
  return TRANSLATED_SUFFIX + code.replaceAll("-", "_");
}
