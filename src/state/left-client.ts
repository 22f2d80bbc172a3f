/**
 * What the browser's code is, as another machine left it: its names get into pages and paths, and files that it refers to
 * are published.
 */
import * as z from "zod";
import { verifyChecksum } from "../files/checksum-file.ts";
import { contentHashOf } from "../files/hash.ts";

/** Path of a file below the output folder. */
const name = z.string().regex(/^(?!.*\/\.)_assets\/[^\p{Cc}"'<>&?#\\]+$/u);
const maybe = name.or(z.literal(""));
const places = z.record(z.string(), z.array(z.int().min(0)));
const size = z.int().min(0);
const file = { hash: z.string().regex(/^[0-9a-f]{64}$/) };
const picture = z.object({ ...file, path: z.string(), stem: z.string(), extension: z.string() });
const message = z.object({
  text: z.string(),
  location: z.object({ file: z.string(), line: size, column: size }).nullable(),
  notes: z.array(z.object({ text: z.string() })),
});

const client = z
  .object({
    ...{ boot: name, app: name, css: name, preview: name, consent: maybe, flush: maybe, fonts: z.array(name) },
    ...{ key: z.string(), hash: z.string(), commonHash: z.string(), bytes: z.string(), listing: z.string() },
    sheets: z.object({ late: name, whole: name, units: z.array(z.string()), uses: places, lateUses: places }),
    files: z.array(z.tuple([name, size])),
    chunks: z.array(z.tuple([z.string(), z.array(name)])),
    inputs: z.array(z.tuple([z.string(), z.string().regex(/^[0-9a-f]{32}$/)])),
    folders: z.array(z.object({ dir: z.string(), glob: z.string() })),
    siteFiles: z.array(z.object({ ...file, path: name, source: z.string(), picture: picture.optional() })),
    warnings: z.array(message),
  })
  // Files that are published are among the sources, whose content is compared before anything is used.
  .refine(({ siteFiles, inputs }) => {
    const hashes = new Map(inputs);
    return siteFiles.every(({ source, hash, path, picture: shown }) => {
      if (hashes.get(source) !== contentHashOf(hash)) return false;
      const named = shown && `_assets/files/${shown.stem}-${hash.slice(0, 16)}${shown.extension}`;
      return !shown || (shown.path === source && shown.hash === hash && named === path);
    });
  });

/** False for what is not such a record: the browser's code is then bundled again. */
export function isLeftClient(stored: string): boolean {
  try {
    return client.safeParse(JSON.parse(verifyChecksum(stored) ?? "")).success;
  } catch {
    return false;
  }
}
