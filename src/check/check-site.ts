import type { SiteAddress } from "../content/rules/paths.ts";
import type { Site } from "../content/site.ts";
import { storyName } from "../content/site-reader.ts";
import type { Problem } from "../problems/problem.ts";
import { indexPatterns } from "../redirects/pattern-index.ts";
import type { RedirectRule } from "../redirects/rule.ts";
import { forLanguage } from "../site/by-language.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { CheckedPage, CheckedStory } from "./check-page.ts";
import { checkTarget, type Targets } from "./check-target.ts";

/** Site paths of files that every build writes besides pages. */
function generated({ languages, pageTypes, cachePage }: ResolvedSite): string[] {
  const feeds = Object.values(pageTypes).flatMap(({ feed }) => feed?.path ?? []);
  const roots = new Set(languages.map(({ folder }) => (folder === "" ? "/" : `/${folder}/`)));
  const atRoots = ["sitemap.xml", "robots.txt", ...(cachePage ? ["flushCache/"] : [])];
  return [
    ...languages.flatMap(({ home }) => [...feeds, "404.html"].map((file) => home + file)),
    ...[...roots].flatMap((root) => atRoots.map((file) => root + file)),
  ];
}

/** Checks across pages: links and anchors between them, titles, translations. */
export function checkSite(options: {
  pages: readonly CheckedPage[];
  /** The global story in every language. */
  globals: readonly CheckedStory[];
  site: Site;
  rules: readonly RedirectRule[];
  /** Site paths of files that are published as they are. */
  files?: readonly string[];
  definition: ResolvedSite;
  address: SiteAddress;
}): Problem[] {
  const { pages, globals, site, definition, address } = options;
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const translation = (path: string, lang: string) => site.byPath.get(path)?.translations[lang] ?? null;
  const written = new Set([...site.paths, ...generated(definition), ...(options.files ?? [])]);
  const targets: Targets = {
    page: (path) => byPath.get(path),
    exists: (path) => written.has(path),
    translation,
    redirect: redirects(options.rules),
    address,
  };
  const links = [...globals, ...pages].flatMap((source) =>
    source.links.flatMap(({ link, path }) => checkTarget({ link, path, source }, targets)),
  );
  return [
    ...links,
    ...duplicateTitles(pages),
    ...missingTranslations(site, definition),
    ...shownElsewhere(site, definition),
  ];
}

function redirects(rules: readonly RedirectRule[]): Targets["redirect"] {
  const plain = new Map(rules.filter((rule) => !rule.isPattern).map((rule) => [rule.from, rule]));
  const patternsOf = indexPatterns(rules.filter((rule) => rule.isPattern));
  return (path) => plain.get(path) ?? patternsOf(path)[0]?.rule;
}

function duplicateTitles(pages: readonly CheckedPage[]): Problem[] {
  const first = new Map<string, CheckedPage>();
  return pages.flatMap((page) => {
    const key = `${page.lang} ${page.title}`;
    const other = first.get(key);
    if (!other) first.set(key, page);
    if (!other || other.storyId === page.storyId) return [];
    return [
      {
        severity: "warning" as const,
        code: "CHECK_TITLE_DUPLICATE",
        message: `The title "${page.title}" is also that of ${other.path}.`,
        story: page.story,
        path: page.titleField,
        hint: "Give each page a different title.",
      },
    ];
  });
}

function missingTranslations(site: Site, { languages }: ResolvedSite): Problem[] {
  return languages.flatMap(({ code }) =>
    [...forLanguage(site.entries, code).values()].flatMap((entry) => {
      const missing = languages.filter((other) => other.code !== code && !entry.translations[other.code]);
      if (missing.length === 0) return [];
      return [
        {
          severity: "info" as const,
          code: "CHECK_TRANSLATION_MISSING",
          message: `The page does not exist in ${missing.map(({ name }) => name).join(", ")}.`,
          story: storyName(entry),
          path: "",
          hint: "Translate it, or leave it if that is intended; the language switch then leads to the home page.",
        },
      ];
    }),
  );
}

function shownElsewhere(site: Site, { languages }: ResolvedSite): Problem[] {
  return languages.flatMap(({ code, name }) =>
    [...forLanguage(site.entries, code).values()].flatMap((entry) => {
      const shown = entry.shownIn?.[code];
      if (shown === undefined) return [];
      return [
        {
          severity: "info" as const,
          code: "CHECK_TRANSLATION_FALLBACK",
          message: `The page has no text in ${name}: it is shown in ${languageOf(languages, shown).name}.`,
          story: storyName(entry),
          path: "",
          hint: "Translate it, or leave it if that is intended: search engines get the other language's page.",
        },
      ];
    }),
  );
}
