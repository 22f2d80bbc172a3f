/**
 * The list of the state at a target: its files, each cut into parts that are named by their content. Tables only grow at
 * their end and packs never change, so a publish brings a few new parts.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { isBuildId } from "../publish/paths.ts";

/** Bytes of a part; the last one of a file is shorter. */
export const PART_BYTES = 256 * 1024;
/** The list's own name at the target. */
export const LIST = "list";
export const LIST_LIMIT = 64 * 1024 * 1024;

/** The record of out/, which has another name on each machine. */
export const RECORD = "record";
/** Small files, joined as one. */
export const SMALL = "small";
/** What the browser's code is. */
export const CLIENT = "cache/client.json";
/** The build's lists, below out/. */
export const OUT = "out/";

/** Files of the state folder that may be left and brought: data, and no code. */
const FILES = [
  /^snapshot(?:-[a-z][a-z0-9_]*)?\/(?:snapshot-\d+\.state|pack-[0-9a-f]{32}\.ndjson)$/,
  /^cache\/(?:pages|stories-[\w-]+)\.state$/,
  /^(?:renames|cache\/client)\.json$/,
  /^sources\/[\w-]+(?:\.values)?\.json$/,
  /^assets\/index\/[0-9a-f]{32}\.json$/,
  /^out\/_assets\/builds\/(?:latest|(?:files|meta)\/[\w-]{1,64}|files\/parts\/[0-9a-f]{32})\.json$/,
];

export function isStateFile(path: string): boolean {
  return path === RECORD || path === SMALL || FILES.some((pattern) => pattern.test(path));
}

const PACK = /^snapshot(?:-[a-z][a-z0-9_]*)?\/(pack-[0-9a-f]{32}\.ndjson)$/;

/** The name of a pack of stories; null for other files. */
export function packIn(path: string): string | null {
  return PACK.exec(path)?.[1] ?? null;
}

const part = z.string().regex(/^[0-9a-f]{32}$/);
const size = z
  .number()
  .int()
  .min(0)
  .max(2 ** 40);
const file = z
  .object({ path: z.string().refine(isStateFile), size, parts: z.array(part) })
  .refine(({ size, parts }) => parts.length === Math.ceil(size / PART_BYTES));

const list = z.object({
  format: z.literal(2),
  /** The program's version. */
  version: z.string(),
  /** The site, as in the build's file list. */
  site: z.string(),
  base: z.string(),
  build: z.string().refine(isBuildId),
  files: z.array(file).max(10_000),
});

export type StateFile = z.output<typeof file>;
export type StateList = z.output<typeof list>;

const small = z.array(z.tuple([z.string().refine((path) => isStateFile(path) && packIn(path) === null), z.string()]));

/** Null for anything that is no list. */
export function parseList(text: string): StateList | null {
  return parseAs(list, text);
}

/** The small files: path and text. */
export function parseSmall(text: string): [path: string, text: string][] | null {
  return parseAs(small, text);
}

function parseAs<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function partsIn(list: Pick<StateList, "files">): Set<string> {
  return new Set(list.files.flatMap(({ parts }) => parts));
}

/** The version of this program: another one may keep its state differently. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8")) as { version: string };
  return version;
}
