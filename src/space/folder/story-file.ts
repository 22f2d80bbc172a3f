/** A file in stories/: validated and converted to the service's form. */
import * as z from "zod";
import { sitegenError } from "../../problems/errors.ts";
import { idFrom, sha1, storyUuid, uuidFrom } from "../identity.ts";
import { type SpaceInfo, type StoredStory, type StoredTranslation, trimSlashes, UNDATED } from "../model.ts";
import { titleOf } from "../state.ts";
import { type ExpandContext, expandContent } from "./shorthand.ts";

const date = z.string().refine((text) => !Number.isNaN(Date.parse(text)), "expected an ISO 8601 date");

const storyFile = z.object({
  name: z.string().min(1).optional(),
  id: z.number().int().positive().optional(),
  uuid: z.string().min(1).optional(),
  created_at: date.optional(),
  first_published_at: date.nullish(),
  published_at: date.nullish(),
  publish_at: date.nullish(),
  updated_at: date.optional(),
  languages: z.array(z.string()).optional(),
  published: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  position: z.number().int().optional(),
  path: z.string().nullish(),
  alternate_of: z.string().optional(),
  /** In a release: the path of the story that this one is, if it moves. */
  replaces: z.string().optional(),
  content: z.record(z.string(), z.unknown()),
  draft: z.record(z.string(), z.unknown()).optional(),
});

const TRANSLATED_KEY = /^(name|slug)__i18n__([a-z]{2,3}(?:_[a-z0-9]{2,8})*)$/i;

export type StoryFileFields = z.infer<typeof storyFile>;

/** A story file with valid fields; its content is expanded once every file's uuid is known. */
export interface ParsedStory {
  file: string;
  slugPath: string;
  isStartpage: boolean;
  uuid: string;
  fields: StoryFileFields;
  names: Readonly<Record<string, string>>;
  slugs: Readonly<Record<string, string>>;
}

/** `path` is the file's path in stories/, without .json. */
export function parseStoryFile(json: unknown, place: { file: string; path: string }): ParsedStory {
  const result = storyFile.safeParse(json);
  if (!result.success) throw brokenFile(place.file, describeIssue(result.error));
  const { names, slugs } = translatedKeys(json as Record<string, unknown>, place.file);
  const isStartpage = place.path.endsWith("/index");
  const slugPath = isStartpage ? place.path.slice(0, -"/index".length) : place.path;
  return {
    ...place,
    slugPath,
    isStartpage,
    uuid: result.data.uuid ?? storyUuid(slugPath),
    fields: result.data,
    names,
    slugs,
  };
}

export function brokenFile(file: string, message: string): Error {
  return sitegenError("SPACE_BROKEN", { message: `${file}: ${message}`, where: file });
}

export function describeIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  const path = issue && issue.path.length > 0 ? `"${issue.path.join(".")}": ` : "";
  return `${path}${issue?.message ?? "is wrong"}.`;
}

function translatedKeys(json: Record<string, unknown>, file: string) {
  const names: Record<string, string> = {};
  const slugs: Record<string, string> = {};
  for (const [key, value] of Object.entries(json)) {
    if (key in storyFile.shape) continue;
    const [, field, lang] = TRANSLATED_KEY.exec(key) ?? [];
    if (!field || !lang) {
      throw brokenFile(
        file,
        `"${key}" is not a key of a story; known are ${Object.keys(storyFile.shape).join(", ")}, name__i18n__<language> and slug__i18n__<language>, with underscores in the language.`,
      );
    }
    if (typeof value !== "string") throw brokenFile(file, `"${key}" must be a string.`);
    if (field === "name") names[lang] = value;
    else slugs[lang] = trimSlashes(value);
  }
  return { names, slugs };
}

export interface StoryFrame {
  info: SpaceInfo;
  context: ExpandContext;
  /** The uuid for `alternate_of`. */
  groupOf(slugPath: string): string;
}

export function storedStory(parsed: ParsedStory, frame: StoryFrame): StoredStory {
  const { fields, slugPath, isStartpage, uuid } = parsed;
  const content = expandContent(fields.content, frame.context);
  const draft = fields.draft ? expandContent(fields.draft, frame.context) : content;
  const { publish_at } = fields;
  const live = fields.published !== false;
  const face = {
    name: fields.name ?? titleOf(slugPath),
    slugPath,
    isStartpage,
    position: fields.position ?? 0,
    groupId: uuidFrom(`group:${fields.alternate_of ? frame.groupOf(trimSlashes(fields.alternate_of)) : uuid}`),
    realPath: fields.path ?? null,
    tags: fields.tags ?? [],
    component: content.component,
    live,
    liveInDefault: live && isIn(fields.languages, frame.info),
    translations: translationsOf(parsed, frame.info),
  };
  const hash = sha1(JSON.stringify([face, fields.first_published_at, fields.published_at, content]));
  return {
    id: fields.id ?? idFrom(`story:${uuid}`),
    uuid,
    ...face,
    ...datesOf(fields, { live, hash }),
    content: () => content,
    draft: () => draft,
    hash,
    draftHash: draft === content && !publish_at ? "" : sha1(JSON.stringify(publish_at ? [publish_at, draft] : draft)),
    ...scheduledOf(parsed, frame),
  };
}

/** The story as the service publishes it at `publish_at`: its draft, with that date. */
function scheduledOf(parsed: ParsedStory, frame: StoryFrame): Pick<StoredStory, "scheduled"> {
  const { publish_at, draft, ...fields } = parsed.fields;
  const date = isoDate(publish_at);
  if (date === null) return {};
  const dates = { published_at: date, updated_at: date, first_published_at: fields.first_published_at ?? date };
  const due = { ...fields, ...dates, published: true, content: draft ?? fields.content };
  return { scheduled: { at: Date.parse(date), story: storedStory({ ...parsed, fields: due }, frame) } };
}

/** In `languages`, any code that is not in the space's list means the default language. */
function isIn(languages: readonly string[] | undefined, info: SpaceInfo): boolean {
  return languages === undefined || languages.some((lang) => !info.languages.includes(lang));
}

function translationsOf(parsed: ParsedStory, info: SpaceInfo): Record<string, StoredTranslation> {
  const live = parsed.fields.published !== false;
  return Object.fromEntries(
    info.languages.map((lang) => {
      const stored = lang.replaceAll("-", "_");
      const path = parsed.slugs[stored] ?? null;
      const listed = parsed.fields.languages?.includes(lang);
      // Without a translated slug the service returns null, unless languages are published separately.
      const published = listed ?? (path === null ? null : true);
      return [lang, { path, name: parsed.names[stored] ?? null, published: live ? published : null }];
    }),
  );
}

const HOUR = 3_600_000;

/**
 * A story without a publish date gets one within an hour of its first publication, derived from its content. So the
 * date changes with the content, even without a journal.
 */
function datesOf(fields: StoryFileFields, story: { live: boolean; hash: string }) {
  const first = isoDate(fields.first_published_at ?? fields.published_at) ?? UNDATED;
  const moment = Date.parse(first) + (Number.parseInt(story.hash.slice(0, 8), 16) % HOUR);
  const published = isoDate(fields.published_at) ?? new Date(moment).toISOString();
  return {
    createdAt: isoDate(fields.created_at) ?? first,
    firstPublishedAt: story.live ? first : isoDate(fields.first_published_at),
    publishedAt: story.live ? published : null,
    updatedAt: isoDate(fields.updated_at) ?? published,
  };
}

function isoDate(text: string | null | undefined): string | null {
  return text ? new Date(text).toISOString() : null;
}

/** Throws if two files have one path or one uuid. */
export function checkUnique(parsed: readonly ParsedStory[]): void {
  const seen = new Map<string, string>();
  for (const { file, slugPath, uuid } of parsed) {
    for (const [key, what] of [
      [`slug ${slugPath}`, `the slug "${slugPath}"`],
      [`uuid ${uuid}`, `the uuid ${uuid}`],
    ] as const) {
      const other = seen.get(key);
      if (other !== undefined) throw brokenFile(file, `${what} is taken by ${other}.`);
      seen.set(key, file);
    }
  }
}
