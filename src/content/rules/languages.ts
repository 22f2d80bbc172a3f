import type { Language } from "../../site/languages.ts";
import type { ResolvedSite } from "../../site/resolve-site.ts";

/** What decides which language a story of the default answer belongs to. */
export type FolderRules = Pick<ResolvedSite, "languages" | "translation">;

/**
 * The language in whose root folder a story of the default answer is, or undefined. The folder is named by the
 * language's code or prefix. With field-level translation only further languages have folders of their own.
 */
export function folderLanguage(slug: string, { languages, translation }: FolderRules): Language | undefined {
  const [folder = ""] = slug.split("/");
  const candidates = translation === "folders" ? languages : languages.slice(1);
  return candidates.find(({ code, prefix }) => folder === code || (prefix !== "" && folder === prefix));
}

/** A slug without the root folder, or the prefix of the service, of its language: `de/team/` -> `team/`. */
export function withoutFolder(slug: string, { code, prefix }: Pick<Language, "code" | "prefix">): string {
  const [folder = ""] = slug.split("/");
  return folder === code || (prefix !== "" && folder === prefix) ? slug.slice(folder.length).replace(/^\//, "") : slug;
}

/**
 * The language of the answer that a story's content comes from: its folder's stories come with the default language.
 */
export function answerLanguage(entry: { lang: string; slug: string }, site: FolderRules): string {
  const isFolder = site.translation === "folders" || folderLanguage(entry.slug, site) !== undefined;
  return isFolder ? site.languages[0].code : entry.lang;
}
