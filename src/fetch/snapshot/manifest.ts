import * as z from "zod";
import { contentHash } from "../../files/hash.ts";

/** Increase this when older snapshots cannot be read any more or lack problems; they are then ignored. */
export const SNAPSHOT_FORMAT = 8;

const fileName = z.string().regex(/^[\w-][\w.-]*$/);
const entry = z.object({ name: z.string(), value: z.string(), dimension_value: z.string().nullable() });
const datasources = z.record(z.string(), z.array(entry));
const rejection = z.object({
  uuid: z.string().nullable(),
  slug: z.string(),
  reason: z.string(),
  id: z.number().optional(),
});
const unresolved = z.object({
  lang: z.string(),
  uuid: z.string(),
  slug: z.string(),
  path: z.string(),
  target: z.string(),
});

const body = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  /** The pull's plan (../pull-plan.ts) as JSON. */
  plan: z.string(),
  /** Null if the pull could not read it; such a snapshot only serves --offline. */
  spaceId: z.number().nullable(),
  /** The space's version at the pull, from cdn/spaces/me. */
  version: z.number(),
  cv: z.number(),
  /** False if something has to be requested again although the version is the same. */
  settled: z.boolean(),
  /** The token's minimum cache time in seconds, if it has one (sync/cache-window.ts). */
  cacheWindow: z.number().optional(),
  /** True if datasource responses with a dimension also hold the default values. */
  defaultFromDimension: z.boolean(),
  /** True if the service's `total` header was correct. */
  totalsTrue: z.boolean(),
  datasources: z.record(z.string(), datasources),
  rejected: z.record(z.string(), z.array(rejection)),
  /** Uuids of stories without a date of publication. */
  undated: z.array(z.string()).optional(),
  unresolved: z.array(unresolved),
  /** Listing entries that differ from their stories (compare-links.ts). */
  linkMismatches: z.record(z.string(), z.string()),
  index: fileName,
  /** File with the changes since the index was written; "" if there are none. */
  changes: fileName.or(z.literal("")),
  packs: z.array(fileName),
});

/**
 * Size in bytes and mtime in milliseconds of each pack and each file of the index when it was written; a file with the
 * same values is unchanged.
 */
const stamps = z.record(z.string(), z.tuple([z.number(), z.number()]));

/** Facts about these files or this moment only, which are not part of the snapshot's id. */
const beside = z.object({
  stamps,
  /** True if the last pull deferred checks (sync/deferred-checks.ts) and they have not run yet. */
  checksDue: z.boolean(),
});

const manifest = z.object({ sum: z.string(), body, beside, besideSum: z.string() });

type Parts = Omit<z.infer<typeof manifest>, "besideSum">;

type Beside = z.infer<typeof beside>;

export type Manifest = z.infer<typeof body>;

/** A manifest as stored; `sum` is a hash over the content and identifies the snapshot. */
export type ChecksummedManifest = Manifest & { sum: string } & Beside;
export type Unresolved = z.infer<typeof unresolved>;

export function formatManifest(contents: Manifest, { stamps, checksDue }: Beside): { text: string; sum: string } {
  // Parsed here as well, so that keys have the same order as when it is read.
  const ordered = body.parse(contents);
  const sum = contentHash(JSON.stringify(ordered));
  return { sum, text: textOf({ sum, body: ordered, beside: { stamps, checksDue } }) };
}

function textOf({ sum, body: contents, beside: others }: Parts): string {
  const besideSum = contentHash(JSON.stringify(others));
  return `${JSON.stringify({ sum, body: contents, beside: others, besideSum })}\n`;
}

export type ParsedManifest =
  | { kind: "ok"; manifest: ChecksummedManifest }
  | { kind: "other-format" }
  | { kind: "damaged" };

export function parseManifest(text: string): ParsedManifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { kind: "damaged" };
  }
  const format = z.object({ body: z.object({ format: z.number() }) }).safeParse(value);
  if (format.success && format.data.body.format !== SNAPSHOT_FORMAT) return { kind: "other-format" };
  const parsed = manifest.safeParse(value);
  if (!parsed.success) return { kind: "damaged" };
  const { sum, body: contents, beside: others } = parsed.data;
  const isWhole = contentHash(JSON.stringify(contents)) === sum && textOf(parsed.data) === text;
  return isWhole ? { kind: "ok", manifest: { ...contents, ...others, sum } } : { kind: "damaged" };
}
