import { z } from "zod";
import { hashText } from "./hash.ts";

/** Raised whenever older snapshots can no longer be read; they are then ignored. */
export const SNAPSHOT_FORMAT = 5;

const entry = z.object({ name: z.string(), value: z.string(), dimension_value: z.string().nullable() });
const datasources = z.record(z.string(), z.array(entry));
const rejection = z.object({ uuid: z.string().nullable(), slug: z.string(), reason: z.string() });
const unresolved = z.object({
  lang: z.string(),
  uuid: z.string(),
  slug: z.string(),
  path: z.string(),
  target: z.string(),
});

const body = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  /** The plan of the pull (../pull-plan.ts) as JSON. */
  plan: z.string(),
  /** Null when the pull could not read it; such a snapshot serves --offline only. */
  spaceId: z.number().nullable(),
  /** The space's version at the pull, as cdn/spaces/me counts. */
  version: z.number(),
  /** The content version that was served. */
  cv: z.number(),
  /** False when something in it must be asked for again though the version has not moved. */
  settled: z.boolean(),
  /** Datasource answers with a dimension hold the values without one too. */
  defaultFromDimension: z.boolean(),
  /** The service's `total` header was correct. */
  totalsTrue: z.boolean(),
  datasources: z.record(z.string(), datasources),
  rejected: z.record(z.string(), z.array(rejection)),
  unresolved: z.array(unresolved),
  /** Entries of the listing that do not fit their stories (compare-links.ts). */
  linkMismatches: z.record(z.string(), z.string()),
  index: z.string(),
  /** File of what has changed since the index was written; "" for nothing. */
  changes: z.string(),
  packs: z.array(z.string()),
});

/**
 * Size in bytes and time of change in milliseconds of each pack when it was written: as long as they are the same, so
 * is it.
 */
const stamps = z.record(z.string(), z.tuple([z.number(), z.number()]));

/** What is true of these files or this moment alone, and so is no part of the snapshot's name. */
const beside = z.object({
  stamps,
  /** True where a publish went ahead of the question whether a folder was moved or renamed, which is still open. */
  foldersDue: z.boolean(),
});

const manifest = z.object({ sum: z.string(), body, beside, besideSum: z.string() });

type Parts = Omit<z.infer<typeof manifest>, "besideSum">;

type Beside = z.infer<typeof beside>;

export type Manifest = z.infer<typeof body>;

/** A manifest as it is on disk; `sum` is a hash over the content, and so names the snapshot. */
export type ChecksummedManifest = Manifest & { sum: string } & Beside;
export type Unresolved = z.infer<typeof unresolved>;

export function formatManifest(contents: Manifest, { stamps, foldersDue }: Beside): { text: string; sum: string } {
  // Parsed once here too, so that the keys have the order in which reading finds them.
  const ordered = body.parse(contents);
  const sum = hashText(JSON.stringify(ordered));
  return { sum, text: textOf({ sum, body: ordered, beside: { stamps, foldersDue } }) };
}

function textOf({ sum, body: contents, beside: others }: Parts): string {
  const besideSum = hashText(JSON.stringify(others));
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
  const isWhole = hashText(JSON.stringify(contents)) === sum && textOf(parsed.data) === text;
  return isWhole ? { kind: "ok", manifest: { ...contents, ...others, sum } } : { kind: "damaged" };
}
