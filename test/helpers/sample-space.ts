/**
 * The sample's space with a pattern of coloured fields in place of each picture, of the same size and type. Making the
 * variants of the real pictures takes 37 s of processor time, of the patterns some 10 s. The exhaustive run uses the
 * real ones.
 */
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import sharp from "sharp";
import { IS_EXHAUSTIVE } from "./exhaustive.ts";
import { siteFolder } from "./run-folder.ts";

const SAMPLE_SPACE = resolve(import.meta.dirname, "../../templates/sample-space");

/** Fields in a row and in a column. Browsers do not count a picture of one colour as a page's largest paint. */
const PATTERN = { width: 8, height: 5, channels: 3 } as const;
const COLOURS = Uint8Array.from({ length: 8 * 5 * 3 }, (_, at) => (at * at * 37 + at * 11) % 256);

/** Returns the folder of the sample's space for tests, which the files of a run share. */
export async function sampleSpace(): Promise<string> {
  if (IS_EXHAUSTIVE) return SAMPLE_SPACE;
  const folder = join(siteFolder(), "space");
  if (existsSync(folder)) return folder;
  const own = `${folder}-${process.hrtime.bigint()}`;
  cpSync(SAMPLE_SPACE, own, { recursive: true });
  const pictures = await fg("assets/**/*.{jpg,png,webp}", { cwd: own });
  await Promise.all(pictures.map((path) => draw(join(SAMPLE_SPACE, path), join(own, path))));
  try {
    renameSync(own, folder);
  } catch {
    rmSync(own, { recursive: true }); // another worker was first
  }
  return folder;
}

async function draw(picture: string, target: string): Promise<void> {
  const { width, height } = await sharp(picture).metadata();
  await sharp(COLOURS, { raw: PATTERN }).resize({ width, height, fit: "fill", kernel: "nearest" }).toFile(target);
}
