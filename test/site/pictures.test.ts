/**
 * Every picture against the place it is shown in: the file that the browser takes is never enlarged at the screen's
 * density, unless it is the largest there is, and never more than twice as wide as needed.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { openSite, type Site } from "../e2e/site.ts";
import { onePerType } from "./page-types.ts";
import { grouped, readSite } from "./read-site.ts";

interface Shown {
  file: string;
  /** Width in pixels of the file that the browser took, and of the largest one there is. */
  width: number;
  largest: number;
  /** Width that the place asks for, in pixels of the screen. */
  needed: number;
  /** The smallest variant that would do, or the largest there is. */
  fitting: number;
}

const SCREENS = [390, 834, 1440, 1920].flatMap((width) => [1, 2].map((density) => [width, density] as const));
/** Rounding of layout and of sizes. */
const TOLERANCE = 0.97;

let site: Site;
let paths: string[];
beforeAll(async () => {
  site = await openSite();
  const read = await readSite();
  const heroes = read.pages.filter(({ lang, source }) => lang === "en" && source.includes("hero-fullscreen-image"));
  const pages = [...onePerType(read).filter(({ lang }) => lang === "en"), ...heroes];
  paths = [...new Set(pages.map(({ path }) => path))];
});
afterAll(() => site.close());

it.each(SCREENS)("at %i px, density %i", { timeout: 120_000 }, async (width, density) => {
  const viewport = { width, height: width < 640 ? 844 : 1000 };
  const faults: { at: string; fault: string }[] = [];
  let measured = 0;
  for (const path of paths) {
    // A visit each, since a browser takes a larger file that an earlier page has left in its cache.
    const visit = await site.visit({ viewport, deviceScaleFactor: density, reducedMotion: "reduce" });
    await visit.open(path);
    const all = await visit.page.evaluate(measure);
    await visit.close();
    measured += all.length;
    for (const { file, width, needed, largest, fitting } of all) {
      if (width < needed * TOLERANCE && width < largest)
        faults.push({ at: path, fault: `${file} enlarged to ${needed}` });
      // A browser that has a larger file of the picture already, for another place on the page, takes that.
      const elsewhere = all.some((other) => other.file === file && other.needed > needed);
      if (width > needed * 2.2 && width > fitting && !elsewhere)
        faults.push({ at: path, fault: `${file} for ${needed} pixels` });
    }
  }
  expect(measured).toBeGreaterThan(20);
  expect(grouped(faults)).toEqual([]);
});

/** In the page: loads every picture and measures it. */
async function measure(): Promise<Shown[]> {
  const images = [...document.querySelectorAll<HTMLImageElement>("main picture > img")];
  for (const image of images) image.loading = "eager";
  await Promise.all(images.map((image) => image.decode().catch(() => undefined)));
  return images.flatMap((image) => {
    const box = image.getBoundingClientRect();
    const variant = /-(\d+)\.(?:avif|webp)$/.exec(image.currentSrc);
    if (!variant || box.width < 2 || box.height < 2) return [];
    // The source in use: the first of its type whose media condition holds.
    const source = [...(image.parentElement?.querySelectorAll("source") ?? [])].find(
      ({ type, media }) =>
        image.currentSrc.endsWith(type.replace("image/", ".")) && (!media || matchMedia(media).matches),
    );
    const widths = (source?.srcset ?? "").match(/(?<= )\d+(?=w)/g)?.map(Number) ?? [];
    const ratio = image.naturalWidth / image.naturalHeight;
    const fit = getComputedStyle(image).objectFit;
    const byHeight = box.height * ratio;
    const wide =
      fit === "cover" ? Math.max(box.width, byHeight) : fit === "contain" ? Math.min(box.width, byHeight) : box.width;
    const needed = Math.round(wide * devicePixelRatio);
    const largest = Math.max(...widths);
    return [
      {
        file: image.currentSrc.replace(/^.*\/media\//, ""),
        width: Number(variant[1]),
        largest,
        needed,
        fitting: widths.find((one) => one >= needed) ?? largest,
      },
    ];
  });
}
