import { createProblem, type Problem } from "../../problems/problem.ts";
import type { Lang, RawStory, Space } from "../../site/api/model.ts";
import { type ByLanguage, forLanguage } from "../../site/by-language.ts";
import { findReferences } from "../parse/find-references.ts";
import { parseStory } from "../parse/parse-story.ts";
import { toRelativeAssets } from "../parse/relative-assets.ts";
import type { ContentClient } from "../transport/content-client.ts";
import type { StoryStore } from "./story-store.ts";

/** A story that cannot be used. Every build reports it until it is fixed. */
export interface Rejection {
  uuid: string | null;
  slug: string;
  reason: string;
  /** Set for a story whose uuid another story has too. */
  id?: number | undefined;
}

export type RejectionsByLang = ByLanguage<Map<string, Rejection>>;

function rejectionKey({ uuid, slug, reason, id }: Rejection): string {
  return id === undefined ? (uuid ?? `${slug}#${reason}`) : `${uuid}#${id}`;
}

/** The rejected stories of a snapshot by key. */
export function rejectionsOf(saved: readonly Rejection[] = []): Map<string, Rejection> {
  return new Map(saved.map((one) => [rejectionKey(one), one]));
}

/** What a pull knows of stories. */
export interface StoryIntake {
  readonly client: ContentClient;
  /** Called for every new or changed story, with the hash under which it is stored. */
  readonly onStory?: ((hash: string, story: RawStory) => void) | undefined;
  store: StoryStore;
  rejected: RejectionsByLang;
  /** Uuids of stories without a date of publication in at least one response. */
  undated: Set<string>;
  /** Uuids that the new and changed stories of this pull refer to. */
  references: Set<string>;
}

/**
 * Parses one story of a response, makes its asset URLs relative, and stores it or rejects it. Of stories with one uuid
 * the first created one, by its id, is used, in whatever order they come. False if it is as it was known.
 */
export function ingestStory(intake: StoryIntake, lang: Lang, value: unknown): boolean {
  const { store, rejected, undated, client, references, onStory } = intake;
  const parsed = parseStory(value);
  if (parsed.ok) {
    const { id, uuid, full_slug: slug, published_at } = parsed.story;
    const other = forLanguage(store.records, lang).get(uuid);
    if (other !== undefined && other.id < id) return reject(intake, lang, { uuid, slug, id, reason: "" });
    if (other !== undefined && other.id > id) {
      reject(intake, lang, { uuid, slug: other.slug, id: other.id, reason: "" });
    }
    forLanguage(rejected, lang).delete(uuid);
    if (published_at === null) undated.add(uuid);
    toRelativeAssets(parsed.story.content, client.origin);
    if (!store.put(lang, parsed.story)) return false;
    findReferences(parsed.story.content, references);
    onStory?.(forLanguage(store.records, lang).get(uuid)?.hash ?? "", parsed.story);
    return true;
  }
  const { uuid, slug, reason } = parsed;
  if (uuid !== null) store.remove(lang, uuid);
  return reject(intake, lang, { uuid, slug, reason });
}

function reject({ rejected }: StoryIntake, lang: Lang, rejection: Rejection): boolean {
  const ofLanguage = forLanguage(rejected, lang);
  const key = rejectionKey(rejection);
  const isNew = ofLanguage.get(key)?.reason !== rejection.reason;
  ofLanguage.set(key, rejection);
  return isNew;
}

/** The stories left out because another has their uuid, as text to compare. */
export function sharedUuids(rejected: RejectionsByLang): string {
  const keys = Object.values(rejected).flatMap((ofLanguage) =>
    [...ofLanguage].flatMap(([key, { id }]) => (id === undefined ? [] : [key])),
  );
  return keys.sort().join();
}

export function rejectionProblems(rejected: RejectionsByLang, space: Space): Problem[] {
  const all = Object.entries(rejected).flatMap(([lang, ofLanguage]) =>
    [...ofLanguage.values()].map((one) => (one.id === undefined ? malformed(one) : sharedUuid(one, lang, space))),
  );
  return [...new Map(all.map((problem) => [`${problem.story}#${problem.message}`, problem])).values()];
}

function malformed({ uuid, slug, reason }: Rejection): Problem {
  return createProblem("error", "CONTENT_MALFORMED_STORY", {
    message: `A story of the content service cannot be used and was left out (${reason}).`,
    story: slug || uuid || "(unnamed)",
    hint: "Open the story in the content service, correct what the reason names, and publish it again.",
  });
}

function sharedUuid({ uuid, slug, id }: Rejection, lang: Lang, space: Space): Problem {
  const other = space.story(lang, uuid ?? "")?.full_slug;
  return createProblem("error", "CONTENT_DUPLICATE_UUID", {
    message: `The story with the id ${id} was left out: an earlier one${other === undefined ? "" : `, ${other},`} has the same uuid (${uuid}), by which links and relations find it.`,
    story: slug,
    hint: "Delete this story and create it again in the content service: a duplicate made there has a uuid of its own.",
  });
}
