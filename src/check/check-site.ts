import type { Lang } from "../content/model.ts";
import { matchPattern } from "../content/redirects/pattern.ts";
import type { RedirectRule } from "../content/redirects/rule.ts";
import type { Site } from "../content/site.ts";
import { storyName } from "../content/site-reader.ts";
import type { Problem } from "../problem.ts";
import type { CheckedPage, CheckedStory } from "./check-page.ts";
import { checkTarget, type Targets } from "./check-target.ts";

/** Written by every build, beside the pages (product contract §5). */
const GENERATED = [
  "/feed.xml",
  "/de/feed.xml",
  "/sitemap.xml",
  "/robots.txt",
  "/404.html",
  "/de/404.html",
  "/flushCache/",
];

/** Findings that need all pages: links and anchors between them, titles, translations. */
export function checkSite(options: {
  pages: readonly CheckedPage[];
  /** The global story in both languages. */
  globals: readonly CheckedStory[];
  site: Site;
  rules: readonly RedirectRule[];
  base: string;
}): Problem[] {
  const { pages, globals, site, base } = options;
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const twin = (path: string) => site.byPath.get(path)?.otherPath ?? null;
  const written = new Set([...site.paths, ...GENERATED]);
  const targets: Targets = {
    page: (path) => byPath.get(path),
    exists: (path) => written.has(path),
    twin,
    redirect: redirects(options.rules),
    base,
  };
  const links = [...globals, ...pages].flatMap((source) =>
    source.links.flatMap(({ link, path }) => checkTarget({ link, path, source }, targets)),
  );
  return [...links, ...duplicateTitles(pages), ...missingTranslations(site)];
}

function redirects(rules: readonly RedirectRule[]): Targets["redirect"] {
  const plain = new Map(rules.filter((rule) => !rule.isPattern).map((rule) => [rule.from, rule]));
  const patterns = rules.filter((rule) => rule.isPattern);
  return (path) => plain.get(path) ?? patterns.find((rule) => matchPattern(rule.from, path) !== null);
}

function duplicateTitles(pages: readonly CheckedPage[]): Problem[] {
  const first = new Map<string, CheckedPage>();
  return pages.flatMap((page) => {
    const key = `${page.lang} ${page.title}`;
    const twin = first.get(key);
    if (!twin) first.set(key, page);
    if (!twin || twin.storyId === page.storyId) return [];
    return [
      {
        severity: "warning" as const,
        code: "CHECK_TITLE_DUPLICATE",
        message: `The title "${page.title}" is also that of ${twin.path}.`,
        story: page.story,
        path: "meta_title",
        hint: "Give each page a title of its own.",
      },
    ];
  });
}

const NAMES: Record<Lang, string> = { en: "English", de: "German" };

function missingTranslations(site: Site): Problem[] {
  return (["en", "de"] as const).flatMap((lang) =>
    [...site.entries[lang].values()]
      .filter((entry) => entry.otherPath === null)
      .map((entry) => ({
        severity: "info" as const,
        code: "CHECK_TRANSLATION_MISSING",
        message: `The page exists in ${NAMES[lang]} only.`,
        story: storyName(entry),
        path: "",
        hint: "Translate it, or leave it if that is meant; the language switch then leads to the home page.",
      })),
  );
}
