/** The parts of the sitemap that list changed pages. */
import { listingPath } from "../../content/listing.ts";
import type { StoryEntry } from "../../content/model.ts";
import { publicPath } from "../../content/rules/paths.ts";
import type { Route } from "../../content/site.ts";
import {
  changeSitemap,
  hasSameSitemapFiles,
  type SitemapChanges,
  sitemapFileOf,
  w3cDate,
} from "../../render/sitemap.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import { isUnindexed, sitemapEntries } from "../site-files.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { hasOtherTranslations } from "./changed-translations.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";
import { type LastBuildFiles, lastBuildText } from "./last-build-files.ts";

/** All changed files of the domains' sitemaps, and how many pages each sitemap now has, by the domain's folder. */
export function changedSitemaps(input: LastBuildFiles): {
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
  input: LastBuildFiles,
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
    const text = changeSitemap(lastBuildText(path, input), ofFile, site);
    if (text === null) throw new FullBuildNeeded();
    return { path, text };
  });
  return { files: changed, pages };
}

/** What changes in a domain's sitemap: dates, translations, and pages that come or go. */
function changesIn(domain: Domain, { context, changed }: LastBuildFiles): SitemapChanges {
  const { added, removed } = changed.changedRoutes;
  const listed = changed.entries.filter(
    ({ before, now }) => dateOf(before) !== dateOf(now) || hasOtherTranslations(before, now),
  );
  const routes = [...listed.flatMap(({ now }) => changed.routes(now)), ...translatedListings(changed)];
  const paths = new Set(added.map(({ path }) => path));
  const kept = new Map(routes.filter(({ path }) => !paths.has(path)).map((route) => [route.path, route]));
  const codes = domain.languages.map(({ code }) => code);
  const gone = removed.filter(({ lang, uuid }) => {
    const entry = codes.includes(lang) ? changed.past.entry(lang, uuid) : undefined;
    return entry && !isUnindexed(entry, context.definition);
  });
  return {
    replaced: [...sitemapEntries(context, domain, kept.values())],
    added: [...sitemapEntries(context, domain, added)],
    removed: gone.map(({ path }) => publicPath(path, domain)),
  };
}

/** Pages of listings in other languages, of those that come or go. */
function translatedListings({ changedRoutes, entry, page }: ChangedSite): Route[] {
  const { added, removed } = changedRoutes;
  return [...added, ...removed].flatMap(({ listing, ...route }) => {
    const twins = listing ? entry(route.lang, route.uuid)?.twins : undefined;
    return Object.values(twins ?? {}).flatMap((twin) => {
      const path = listing ? listingPath(twin, listing) : twin;
      const found = page(path);
      return found ? [{ path, lang: found.lang, uuid: found.uuid, listing: found.listing }] : [];
    });
  });
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
