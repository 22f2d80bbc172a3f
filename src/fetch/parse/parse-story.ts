import * as z from "zod";
import type { RawStory } from "../../site/api/model.ts";

const date = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)))
  .nullable()
  .catch(null);

const translatedSlug = z.object({
  path: z.string(),
  name: z.string().nullable().catch(null),
  lang: z.string(),
  published: z.boolean().nullable().catch(null),
});

const alternate = z.object({ id: z.number(), full_slug: z.string(), published: z.boolean().catch(true) });

/** An array without its invalid items. Null, the service's value without the slug app, is an empty array. */
function items<T extends z.ZodType>(item: T) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((list) =>
      list.flatMap((one) => {
        const parsed = item.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      }),
    );
}

/** Without these, a story cannot be a page. All other fields have a harmless default. */
const identity = z.object({
  id: z.number().int(),
  uuid: z.string().min(1),
  full_slug: z.string().min(1),
  content: z.looseObject({ component: z.string().min(1), _uid: z.string().catch("") }),
});

const story = identity.extend({
  name: z.string().catch(""),
  default_full_slug: z.string().nullable().catch(null),
  lang: z.string().catch("default"),
  translated_slugs: items(translatedSlug),
  alternates: items(alternate),
  is_startpage: z.boolean().catch(false),
  parent_id: z.number().catch(0),
  group_id: z.string().catch(""),
  position: z.number().catch(0),
  // Left out where it is not set, so that such stories are stored as they were before it was read.
  path: z.string().min(1).optional().catch(undefined),
  release_id: z.number().optional().catch(undefined),
  first_published_at: date,
  published_at: date,
  updated_at: date,
  tag_list: items(z.string()),
});

export type ParsedStory =
  | { ok: true; story: RawStory }
  /** `uuid` and `slug`, as far as they could be read. */
  | { ok: false; uuid: string | null; slug: string; reason: string };

/** Parses a story from a response. Unknown keys are dropped; `content` is kept as is. */
export function parseStory(value: unknown): ParsedStory {
  const parsed = story.safeParse(value);
  const reason = parsed.success ? exceededLimit(parsed.data.content) : issuesText(parsed.error);
  if (parsed.success && reason === null) return { ok: true, story: parsed.data };
  const known = z.object({ uuid: z.string().nullable().catch(null), full_slug: z.string().catch("") }).safeParse(value);
  return {
    ok: false,
    uuid: known.success ? known.data.uuid : null,
    slug: known.success ? known.data.full_slug : "",
    reason: reason ?? "",
  };
}

function issuesText({ issues }: z.ZodError): string {
  return issues.map((issue) => `${issue.path.join(".") || "story"}: ${issue.message}`).join("; ");
}

/**
 * Levels of nesting in a story's content, as JSON: a rich-text node takes two, a list item in the editor four, a block
 * six (below). The most that people write is some 100. A render in a new process needs less than half of its stack for
 * 200, with blocks of four elements in each other; where the stack is full, React loses levels.
 */
const MAX_DEPTH = 200;
/** Added for a block, since components inside each other take that much more stack than elements. */
const BLOCK_LEVELS = 4;
/** Characters of all texts and keys in a story's content, plus one for each value. */
const MAX_SIZE = 4_000_000;

/** Why content would take too much time or stack to build a page from; null if it does not. */
export function exceededLimit(content: unknown): string | null {
  let size = 0;
  const visit = (value: unknown, depth: number): boolean => {
    size += 1;
    if (typeof value === "string") size += value.length;
    if (typeof value !== "object" || value === null) return false;
    if (depth >= MAX_DEPTH) return true;
    if (Array.isArray(value)) return value.some((item) => visit(item, depth + 1));
    const fields = value as Record<string, unknown>;
    const inside = depth + 1 + (typeof fields.component === "string" ? BLOCK_LEVELS : 0);
    return Object.keys(fields).some((key) => {
      size += key.length;
      return visit(fields[key], inside);
    });
  };
  if (visit(content, 0)) return `content: nested more than ${MAX_DEPTH} levels deep, a block counting as six`;
  return size > MAX_SIZE ? `content: larger than ${MAX_SIZE / 1_000_000} million characters` : null;
}
