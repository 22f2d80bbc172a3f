import { withoutOuterSlashes } from "../../content/rules/paths.ts";
import type { ByLanguage } from "../../site/by-language.ts";
import type { SpaceLink } from "../parse/parse-responses.ts";
import type { StoryRecord, StoryRecords } from "../snapshot/story-records.ts";

type KnownRecords = ByLanguage<Pick<StoryRecords, "get" | "has" | "keys">>;

export interface LinksPlan {
  /** No longer published, or deleted. */
  gone: string[];
  /** New, or with a difference visible in the listing: slug, position in the tree, dates. */
  stale: string[];
}

/**
 * Listing entries that differ from their story although the story was just read, by uuid. A story with unpublished
 * edits may be listed with their date, and one that could not be parsed is not known at all. As long as such an entry
 * stays the same, nothing has changed.
 */
export type LinkMismatches = Map<string, string>;

/**
 * Compares the space's listing (cdn/links) with the known stories: what to fetch and what to drop. `compared` are stories
 * that were compared with the same entry before.
 */
export function compareLinks(
  records: KnownRecords,
  links: readonly SpaceLink[],
  linkMismatches: LinkMismatches,
  compared: ReadonlySet<string> = new Set(),
): LinksPlan {
  const live = new Map(links.filter((link) => link.published && !link.is_folder).map((link) => [link.uuid, link]));
  const plan: LinksPlan = { gone: [], stale: [] };
  const [main = new Map<string, StoryRecord>(), ...others] = Object.values(records);
  // First, since it reads all records at once; below they are read by uuid.
  for (const uuid of main.keys()) if (!live.has(uuid)) plan.gone.push(uuid);
  for (const link of live.values()) {
    if (compared.has(link.uuid)) continue;
    if (!fits(records, link) && linkMismatches.get(link.uuid) !== JSON.stringify(link)) plan.stale.push(link.uuid);
  }
  // The listing covers the default language only; stories that exist only in others are requested by uuid.
  const alone = new Set(others.flatMap((ofLanguage) => [...ofLanguage.keys()]));
  for (const uuid of alone) if (!live.has(uuid) && !main.has(uuid)) plan.stale.push(uuid);
  return plan;
}

/** Records what still differs after the stories were read; `uuids` are those stories. */
export function recordLinkMismatches(
  linkMismatches: LinkMismatches,
  { records, links, uuids }: { records: KnownRecords; links: readonly SpaceLink[]; uuids: ReadonlySet<string> },
): void {
  for (const link of links) {
    if (link.is_folder || !link.published || !uuids.has(link.uuid)) continue;
    if (fits(records, link)) linkMismatches.delete(link.uuid);
    else linkMismatches.set(link.uuid, JSON.stringify(link));
  }
}

function fits(records: KnownRecords, link: SpaceLink): boolean {
  for (const ofLanguage of Object.values(records)) {
    const known = ofLanguage.get(link.uuid);
    if (known) return !differs(known, link);
  }
  return false;
}

function differs(known: StoryRecord, link: SpaceLink): boolean {
  return (
    // Some responses end the slugs of start pages with a slash, others do not.
    (known.defaultSlug !== link.slug && withoutOuterSlashes(known.defaultSlug) !== withoutOuterSlashes(link.slug)) ||
    (link.position !== null && link.position !== known.position) ||
    differentMoment(known.publishedAt, link.published_at) ||
    differentMoment(known.updatedAt, link.updated_at) ||
    Object.entries(known.paths).some(([lang, path]) => differentPath(lang, path, link))
  );
}

/**
 * Compares to the second, since responses differ in precision. Two publishes in one second are found by fetchRecent.
 */
function differentMoment(known: string | null, listed: string | null): boolean {
  if (known === null || listed === null || known === listed) return false;
  return Math.floor(Date.parse(known) / 1000) !== Math.floor(Date.parse(listed) / 1000);
}

/** Whether the listing has other paths for the language, and none like the known one. */
function differentPath(lang: string, known: string, { alternates }: SpaceLink): boolean {
  let isOther = false;
  for (const alternate of alternates) {
    if (alternate.lang !== lang) continue;
    for (const path of [alternate.path, alternate.translated_slug]) {
      if (path === null) continue;
      if (path === known || withoutLanguage(withoutOuterSlashes(path), lang) === withoutOuterSlashes(known))
        return false;
      isOther = true;
    }
  }
  return isOther;
}

function withoutLanguage(path: string, lang: string): string {
  return path.startsWith(`${lang}/`) ? path.slice(lang.length + 1) : path;
}
