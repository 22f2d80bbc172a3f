import type { Site } from "../content/map/site.ts";
import { storyName } from "../content/map/site.ts";
import { decodeUriPart } from "../content/rules/decode.ts";
import type { SiteAddress } from "../content/rules/paths.ts";
import { createProblem, type Problem } from "../problems/problem.ts";
import { indexPatterns } from "../redirects/pattern-index.ts";
import type { RedirectRule } from "../redirects/rule.ts";
import type { LinkData } from "../site/api/payload.ts";
import { forLanguage } from "../site/by-language.ts";
import { languageOf } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import type { CheckedPage, CheckedStory } from "./check-page.ts";

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
  /** Site paths that the definition adds to the sitemap. */
  sitemap?: readonly string[];
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
    ...(options.sitemap ?? []).flatMap((path) => checkAddition(path, targets, definition)),
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
    return createProblem("warning", "CHECK_TITLE_DUPLICATE", {
      message: `The title "${page.title}" is also that of ${other.path}.`,
      story: page.story,
      path: page.titleField,
      hint: "Give each page a different title.",
    });
  });
}

function missingTranslations(site: Site, { languages }: ResolvedSite): Problem[] {
  return pagesOf(site, languages).flatMap(({ entry, language: { code } }) => {
    const missing = languages.filter((other) => other.code !== code && !entry.translations[other.code]);
    if (missing.length === 0) return [];
    return createProblem("info", "CHECK_TRANSLATION_MISSING", {
      message: `The page does not exist in ${missing.map(({ name }) => name).join(", ")}.`,
      story: storyName(entry),
      hint: "Translate it, or leave it if that is intended; the language switch then leads to the home page.",
    });
  });
}

function shownElsewhere(site: Site, { languages }: ResolvedSite): Problem[] {
  return pagesOf(site, languages).flatMap(({ entry, language: { code, name } }) => {
    const shown = entry.shownIn?.[code];
    if (shown === undefined) return [];
    return createProblem("info", "CHECK_TRANSLATION_FALLBACK", {
      message: `The page has no text in ${name}: it is shown in ${languageOf(languages, shown).name}.`,
      story: storyName(entry),
      hint: "Translate it, or leave it if that is intended: search engines get the other language's page.",
    });
  });
}

function pagesOf(site: Site, languages: ResolvedSite["languages"]) {
  return languages.flatMap((language) =>
    [...forLanguage(site.entries, language.code).values()].map((entry) => ({ entry, language })),
  );
}

/** Looks up what is at a URL of the site. */
interface Targets {
  page(path: string): CheckedPage | undefined;
  /** True also for a page that failed to render and cannot be checked. */
  exists(path: string): boolean;
  /** Site path of the same page in a language. */
  translation(path: string, lang: string): string | null;
  redirect(path: string): RedirectRule | undefined;
  address: SiteAddress;
}

interface Link {
  link: LinkData;
  path: string;
  source: CheckedStory | CheckedPage;
}

/** Checks a link's target: a page in the right language, and an anchor that exists. */
function checkTarget({ link, path, source }: Link, targets: Targets): Problem[] {
  if (link.kind !== "internal") return [];
  const [address = "", hash = ""] = link.href.split("#", 2);
  const sitePath = pathOf(address, targets.address, source.lang);
  const target = sitePath === "" ? ownPage(source) : targets.page(sitePath);
  const problems = target
    ? checkPageLink({ link, source, target, hash }, targets)
    : [checkMissingPath(sitePath, targets)].filter((problem) => problem !== null);
  return problems.map((problem) => ({ ...problem, story: source.story, path }));
}

/** Decoded site path, with a closing slash unless it is a file; "" for a URL that is only a hash. */
function pathOf(address: string, { base, languages }: SiteAddress, lang: string): string {
  const bare = decodeUriPart(address.split("?")[0] ?? "");
  if (bare === "") return "";
  const { folder } = languageOf(languages, lang);
  const here = bare.startsWith(base) ? `/${bare.slice(base.length)}` : bare;
  const path = folder === "" ? here : `/${folder}${here}`;
  return path.endsWith("/") || isFile(path) ? path : `${path}/`;
}

/** Files of the site's own outputs are known to a build only. */
function checkAddition(added: string, targets: Targets, { outputs = [] }: ResolvedSite): Problem[] {
  const bare = decodeUriPart(added.split(/[?#]/)[0] ?? "");
  const isOfFile = isFile(bare);
  if (isOfFile && outputs.length > 0) return [];
  const problem = checkMissingPath(isOfFile || bare.endsWith("/") ? bare : `${bare}/`, targets);
  const hint =
    "Correct what `sitemap` of the site definition returns, or leave it if something else serves the address.";
  return problem ? [{ ...problem, severity: "warning", path: "sitemap", hint }] : [];
}

function isFile(path: string): boolean {
  return /\.[a-z0-9]+$/i.test(path);
}

/** The global story is on every page, so a link that is only a hash cannot be checked. */
function ownPage(source: CheckedStory | CheckedPage): CheckedPage | undefined {
  return "ids" in source ? source : undefined;
}

function checkPageLink(
  { link, source, target, hash }: Omit<Link, "path"> & { target: CheckedPage; hash: string },
  targets: Targets,
): Problem[] {
  const problems: Problem[] = [];
  const anchor = decodeUriPart(hash.split("?")[0] ?? "");
  if (anchor !== "" && !target.ids.has(anchor)) {
    problems.push(
      createProblem("warning", "CHECK_ANCHOR_BROKEN", {
        message: `The page ${target.path} has no section "${anchor}".`,
        hint: "Set this anchor id on a section of that page, or change the link.",
      }),
    );
  }
  // A selected story in another language was reported when the link was resolved; a typed URL has no name.
  if (link.name === "" && target.lang !== source.lang) {
    const translation = targets.translation(target.path, source.lang);
    problems.push(
      createProblem(translation ? "warning" : "info", "CHECK_LINK_OTHER_LANGUAGE", {
        message: `The address ${target.path} is a page in another language.`,
        hint: translation
          ? `Choose the page instead of typing its address, or link to ${translation}.`
          : "Leave it if that is intended.",
      }),
    );
  }
  return problems;
}

function checkMissingPath(path: string, targets: Targets): Problem | null {
  if (path === "" || targets.exists(path) || path.includes("/_assets/")) return null;
  const rule = targets.redirect(path);
  if (rule) {
    return createProblem("info", "CHECK_LINK_REDIRECTED", {
      message: `The address ${path} is redirected to ${rule.to}.`,
      hint: "Link to the target instead.",
    });
  }
  if (isFile(path)) {
    return createProblem("warning", "CHECK_FILE_BROKEN", {
      message: `The build writes no file to ${path}.`,
      hint: "Choose the file as an asset, or leave it if you upload it beside the site.",
    });
  }
  return createProblem("error", "CHECK_LINK_BROKEN", {
    message: `There is no page at ${path}.`,
    hint: "Choose a page instead of typing an address, or fix the address.",
  });
}
