/** What the browser's code is, as another machine left it: its names get into pages. */
import * as z from "zod";
import { verifyChecksum } from "../files/checksum-file.ts";

const name = z.string().regex(/^_assets\/[^\p{Cc}"'<>&?#\\]+$/u);
const maybe = name.or(z.literal(""));
const places = z.record(z.string(), z.array(z.int().min(0)));
const sheets = z
  .object({ late: name, whole: maybe, units: z.array(z.string()), uses: places, lateUses: places })
  .refine(({ units, uses, lateUses }) =>
    [uses, lateUses].every((all) => Object.values(all).every((own) => own.every((place) => place < units.length))),
  );
/** With files of the site, or folders that are searched for some, the code is bundled again. */
const none = z.array(z.never());

const client = z.object({
  boot: name,
  app: name,
  css: name,
  preview: name,
  consent: maybe,
  flush: maybe,
  fonts: z.array(name),
  key: z.string(),
  hash: z.string(),
  commonHash: z.string(),
  bytes: z.string(),
  listing: z.string(),
  sheets,
  files: z.array(z.tuple([name, z.int().min(0)])),
  chunks: z.array(z.tuple([z.string(), z.array(name)])),
  inputs: z.array(z.tuple([z.string(), z.string()])),
  folders: none,
  siteFiles: none,
  warnings: none,
});

/** The files that it names; null for what cannot be used elsewhere: the browser's code is then bundled again. */
export function namesInClient(stored: string): string[] | null {
  try {
    const left = client.parse(JSON.parse(verifyChecksum(stored) ?? ""));
    const { boot, app, css, preview, consent, flush, fonts, sheets, chunks, files } = left;
    const entries = [boot, app, css, preview, consent, flush, sheets.late, sheets.whole].filter((path) => path !== "");
    return [...entries, ...fonts, ...chunks.flatMap(([, paths]) => paths), ...files.map(([path]) => path)];
  } catch {
    return null;
  }
}
