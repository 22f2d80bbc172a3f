import type { Language } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";
import { inSpace, inSpaceOf, spacesOf } from "../../site/spaces.ts";

/** What decides the language of a story in the default response. */
export type FolderRules = Pick<ResolvedSite, "languages" | "translation">;

/**
 * The language in whose root folder a story of the default response is; undefined if none. The folder is named after
 * the language's code or prefix. With field-level translation only additional languages have folders.
 */
export function folderLanguage(slug: string, { languages, translation }: FolderRules): Language | undefined {
  // Called several times for every story, so it creates no list.
  const end = slug.indexOf("/");
  const folder = end === -1 ? slug : slug.slice(0, end);
  for (let at = translation === "folders" ? 0 : 1; at < languages.length; at += 1) {
    const language = languages[at];
    if (language && (folder === language.code || (language.prefix !== "" && folder === language.prefix)))
      return language;
  }
  return undefined;
}

/** A slug without its language's root folder or service prefix: `de/team/` -> `team/`. */
export function withoutFolder(slug: string, { code, prefix }: Pick<Language, "code" | "prefix">): string {
  const [folder = ""] = slug.split("/");
  return folder === code || (prefix !== "" && folder === prefix) ? slug.slice(folder.length).replace(/^\//, "") : slug;
}

/** The languages that stories are requested in: with a folder for each, a space's default language has them all. */
export function responseLanguages(site: FolderRules): string[] {
  return spacesOf(site.languages).flatMap((space) => {
    const { translation, languages } = inSpace(site, space);
    return languages.slice(0, translation === "folders" ? 1 : undefined).map(({ code }) => code);
  });
}

/** The language of the response that contains a story: stories in a folder are in the default language's. */
export function responseLanguage(entry: { lang: string; slug: string }, site: FolderRules): string {
  const rules = inSpaceOf(site, entry.lang);
  const isFolder = rules.translation === "folders" || folderLanguage(entry.slug, rules) !== undefined;
  return isFolder ? rules.languages[0].code : entry.lang;
}
