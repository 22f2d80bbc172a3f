/** The files that list many pages, updated for a few changed stories. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { withBase } from "../../content/rules/paths.ts";
import type { Route } from "../../content/site.ts";
import { KEYS, type StoredEntry, type StoredHead } from "../../incremental/store/rows.ts";
import type { Store } from "../../incremental/store/store.ts";
import type { ChangedOutput } from "../../publish/changed-output.ts";
import { contentHash } from "../../publish/content-hash.ts";
import { LATEST, metaPath } from "../../publish/file-list.ts";
import type { KnownFiles } from "../../publish/publish-record.ts";
import { newestTimestamp } from "../../render/manifest.ts";
import { changeSitemap, sitemapFileOf, w3cDate } from "../../render/sitemap.ts";
import { type Domain, domainPath } from "../../site/domains.ts";
import { languageOf } from "../../site/languages.ts";
import { type FeedStories, feedFiles } from "../feeds.ts";
import { feedsOfLanguage } from "../language-feeds.ts";
import { changedPreview } from "../preview-index.ts";
import type { RenderContext } from "../render-context.ts";
import { sitemapEntries } from "../site-files.ts";
import type { ChangedSite } from "./changed-stories.ts";
import { FullBuildNeeded } from "./full-build-needed.ts";

export interface ChangedFiles {
  out: string;
  head: StoredHead;
  store: Store;
  context: RenderContext;
  changed: ChangedSite;
  files: KnownFiles;
}

/** Text of a file of the last build. Throws FullBuildNeeded unless it is the file that was published. */
export function lastText(path: string, { out, files }: Pick<ChangedFiles, "out" | "files">): string {
  const hash = files.get(path)?.hash;
  const text = hash === undefined ? null : readOrNull(join(out, path));
  if (text === null || contentHash(text) !== hash) throw new FullBuildNeeded();
  return text;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/** Stages the parts of sitemap and feeds that list the stories. */
export async function putSiteFiles(input: ChangedFiles, output: ChangedOutput): Promise<void> {
  for (const { path, text } of [...changedSitemaps(input), ...changedFeeds(input)]) await output.put(path, text);
}

function changedSitemaps(input: ChangedFiles): { path: string; text: string }[] {
  const { context, store, changed } = input;
  const dated = changed.entries.filter(({ before, now }) => dateOf(before) !== dateOf(now)).map(({ now }) => now);
  const routes = dated.flatMap(({ lang, uuid }) => {
    const { routes } = store.get(KEYS.entry(lang, uuid)) as StoredEntry; // the story is among the changed entries
    return routes.map((path) => ({ path, lang, uuid, listing: changed.page(path)?.listing ?? null }));
  });
  return context.domains.flatMap((domain) => changedSitemap(domain, routes, input));
}

function changedSitemap(
  domain: Domain,
  routes: readonly Route[],
  input: ChangedFiles,
): { path: string; text: string }[] {
  const { context, files } = input;
  const { origin } = domain;
  const { base } = context.settings;
  const has = (file: string) => files.has(domainPath(domain, file));
  if (!has("sitemap.xml")) return [];
  const texts = new Map<string, string>();
  for (const entry of sitemapEntries(context, domain, routes)) {
    const path = domainPath(domain, sitemapFileOf(entry.path, has));
    const text = changeSitemap(texts.get(path) ?? lastText(path, input), [entry], { origin, base });
    if (text === null) throw new FullBuildNeeded();
    texts.set(path, text);
  }
  return [...texts].map(([path, text]) => ({ path, text }));
}

function dateOf({ publishedAt }: { publishedAt: string | null }): string {
  return w3cDate(publishedAt ?? "");
}

/** Feeds with a changed story; which stories they list is the same as before. */
function changedFeeds({ context, store, changed }: ChangedFiles) {
  const feeds = context.definition.languages.flatMap((language) =>
    feedsOfLanguage(language, context.definition, context.settings).flatMap(({ type }): FeedStories[] => {
      const lang = language.code;
      const uuids = (store.get(KEYS.feed(lang, type)) ?? []) as string[]; // written by save-site.ts
      if (!changed.entries.some(({ now }) => now.lang === lang && uuids.includes(now.uuid))) return [];
      const stories = uuids.map((uuid) => changed.entry(lang, uuid)).filter((entry) => entry !== undefined);
      return [{ lang, type, stories }];
    }),
  );
  return feedFiles(context, feeds);
}

/** Stages the preview's indexes; returns their URLs and the files they replace. */
export async function putPreview(
  input: ChangedFiles,
  output: ChangedOutput,
): Promise<{ preview: Record<string, string>; dropped: string[] }> {
  const { head, context, changed } = input;
  const { base } = context.settings;
  const preview: Record<string, string> = {};
  const dropped: string[] = [];
  // The index also names stories that exist only in other languages.
  const isRenamed = changed.entries.some(({ before, now }) => before.name !== now.name);
  for (const [lang, address] of Object.entries(head.preview)) {
    if (isRenamed && changed.entries.some(({ now }) => !changed.entry(lang, now.uuid))) throw new FullBuildNeeded();
    const file = address.slice(withBase(base, "").length);
    const language = languageOf(context.definition.languages, lang);
    const read = (path: string) => lastText(domainPath(language, path), input);
    const index = changedPreview(lang, file, { ...context, entries: changed.entries, read });
    if (!index) throw new FullBuildNeeded();
    for (const { path, text } of [...index.parts, index.head]) await output.put(domainPath(language, path), text);
    preview[lang] = withBase(base, index.head.path);
    dropped.push(...index.dropped.map((path) => domainPath(language, path)));
  }
  return { preview, dropped };
}

/** The newest publish date. If the story that had it now has an older one, all stories would have to be compared. */
export function newestOf({ head, changed }: Pick<ChangedFiles, "head" | "changed">): number {
  const before = newestTimestamp(changed.entries.map((one) => one.before.publishedAt));
  const now = newestTimestamp(changed.entries.map((one) => one.now.publishedAt));
  if (before === head.timestamp && now < before) throw new FullBuildNeeded();
  return Math.max(head.timestamp, now);
}

/**
 * Stages the files with the build id: those of the last build with the id replaced, since pages, redirects, code and
 * shared states are the same.
 */
export async function putDescriptions(
  input: ChangedFiles,
  output: ChangedOutput,
  { preview, ...build }: { id: string; timestamp: number; preview: Readonly<Record<string, string>> },
): Promise<void> {
  const { context, head } = input;
  const put = async (site: Pick<Domain, "folder">, more: object) => {
    const last = (path: string) => lastText(domainPath(site, path), input);
    const manifest = withId(last(metaPath(head.buildId)), { before: head, build });
    await output.put(domainPath(site, metaPath(build.id)), manifest);
    const latest = JSON.parse(last(LATEST)) as object; // its hash was checked
    await output.put(domainPath(site, LATEST), JSON.stringify({ ...latest, ...build, ...more }));
  };
  for (const domain of context.domains) {
    const codes = domain.languages.map(({ code }) => code);
    const previews = Object.entries(preview).filter(([code]) => codes.includes(code));
    await put(domain, { preview: Object.fromEntries(previews) });
  }
  if (context.domains.some(({ folder }) => folder !== "")) await put({ folder: "" }, {});
}

/** The last manifest with a new id and timestamp. It lists every page of the site, so it is not parsed. */
function withId(
  manifest: string,
  { before, build }: { before: Pick<StoredHead, "buildId" | "timestamp">; build: { id: string; timestamp: number } },
): string {
  const names = JSON.stringify({ id: before.buildId, timestamp: before.timestamp }).slice(0, -1); // see buildManifest
  if (!manifest.startsWith(names)) throw new FullBuildNeeded();
  const { id, timestamp } = build;
  return JSON.stringify({ id, timestamp }).slice(0, -1) + manifest.slice(names.length);
}
