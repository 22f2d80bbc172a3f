/** The parts of the sitemap that list changed pages. */
import type { StoryEntry } from "../../content/model.ts";
import { publicPath } from "../../content/rules/paths.ts";
import type { Route } from "../../content/site.ts";
import { KEYS, type StoredEntry } from "../../incremental/store/rows.ts";
import {
  changeSitemap,
  hasSameSitemapFiles,
  type SitemapChanges,
  sitemapFileOf,
  w3cDate,
} from "../../render/sitemap.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import { isUnindexed, sitemapEntries } from "../site-files.ts";
import { type ChangedFiles, lastText } from "./changed-files.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

/** All changed files of the domains' sitemaps, and how many pages each sitemap now has, by the domain's folder. */
export function changedSitemaps(input: ChangedFiles): {
  files: { path: string; text: string }[];
  pages: Record<string, number>;
} {
  const domains = input.context.domains.map((domain) => ({ folder: domain.folder, ...changedSitemap(domain, input) }));
  return {
    files: domains.flatMap(({ files }) => files),
    pages: Object.fromEntries(domains.map(({ folder, pages }) => [folder, pages])),
  };
}

function changedSitemap(
  domain: Domain,
  input: ChangedFiles,
): { files: { path: string; text: string }[]; pages: number } {
  const { context, files, head } = input;
  const changes = changesIn(domain, input);
  const before = head.sitemap[domain.folder] ?? 0;
  const pages = before + changes.added.length - changes.removed.length;
  if (!files.has(domainPath(domain, "sitemap.xml"))) return { files: [], pages };
  if (pages !== before && !hasSameSitemapFiles(before, pages)) throw new FullBuildNeeded();
  const site = { origin: domain.origin, base: context.settings.base };
  const changed = [...byFile(changes, before)].map(([file, ofFile]) => {
    const path = domainPath(domain, file);
    const text = changeSitemap(lastText(path, input), ofFile, site);
    if (text === null) throw new FullBuildNeeded();
    return { path, text };
  });
  return { files: changed, pages };
}

/** What changes in a domain's sitemap: dates, translations, and pages that come or go. */
function changesIn(domain: Domain, { context, store, changed }: ChangedFiles): SitemapChanges {
  const listed = changed.entries.filter(
    ({ before, now }) => dateOf(before) !== dateOf(now) || hasOtherTwins(before, now),
  );
  const routes = listed.flatMap(({ now: { lang, uuid } }) => {
    const { routes } = store.get(KEYS.entry(lang, uuid)) as StoredEntry; // the story has a page before and after
    return routes.map((path): Route => ({ path, lang, uuid, listing: changed.page(path)?.listing ?? null }));
  });
  const came = changed.came.map(({ path, lang, uuid }): Route => ({ path, lang, uuid, listing: null }));
  const codes = domain.languages.map(({ code }) => code);
  const gone = changed.gone.filter((entry) => codes.includes(entry.lang) && !isUnindexed(entry, context.definition));
  return {
    replaced: [...sitemapEntries(context, domain, routes)],
    added: [...sitemapEntries(context, domain, came)],
    removed: gone.map(({ path }) => publicPath(path, domain)),
  };
}

function byFile({ replaced, added, removed }: SitemapChanges, pages: number): Map<string, SitemapChanges> {
  const fileOf = (path: string) => sitemapFileOf(path, pages);
  const files = new Set([...replaced, ...added].map(({ path }) => fileOf(path)));
  for (const path of removed) files.add(fileOf(path));
  return new Map(
    [...files].map((file) => [
      file,
      {
        replaced: replaced.filter(({ path }) => fileOf(path) === file),
        added: added.filter(({ path }) => fileOf(path) === file),
        removed: removed.filter((path) => fileOf(path) === file),
      },
    ]),
  );
}

function dateOf({ publishedAt }: Pick<StoryEntry, "publishedAt">): string {
  return w3cDate(publishedAt ?? "");
}

/** Whether a story's pages in other languages have moved, come or gone. */
export function hasOtherTwins(before: StoryEntry, now: StoryEntry): boolean {
  return JSON.stringify(before.twins) !== JSON.stringify(now.twins);
}
