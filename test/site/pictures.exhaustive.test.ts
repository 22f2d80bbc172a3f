/**
 * Every picture compared with its size on the page: the file that the browser loads is not enlarged at the screen's
 * density, unless it is the largest there is, and never more than twice as wide as needed. Pictures of heroes on phones
 * and tablets are never enlarged at all.
 * `npm test` has test/site/first-picture.test.ts.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { placeholderPictures } from "../helpers/placeholder-pictures.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { onePerType } from "./page-types.ts";
import { grouped, readSite } from "./read-site.ts";

interface Shown {
  file: string;
  /** Width in pixels of the file that the browser took, and of the largest one there is. */
  width: number;
  largest: number;
  /** Width that the place asks for, in pixels of the screen. */
  needed: number;
  /** Whether it is a hero's photograph. */
  hero: boolean;
  /** The smallest variant that would do, or the largest there is. */
  fitting: number;
}

const WIDTHS = [390, 834, 1440, 1920];
/** Widths by pixel density: phones and tablets are dense, screens on a desk may not be. */
const SCREENS = [1, 2].map((density) => [density, WIDTHS] as const);
/** A phone's and a tablet's, both held upright. */
const HEIGHTS: Readonly<Record<number, number>> = { 390: 844, 834: 1112 };
/** Rounding of layout and of sizes. */
const TOLERANCE = 0.97;

let server: StaticServer;
let browser: TestBrowser;
let paths: string[];
beforeAll(async () => {
  const read = await readSite();
  [server, browser] = await Promise.all([
    startStaticServer(read.out, "/", placeholderPictures(read.out)),
    launchBrowser(),
  ]);
  const hero = /class="[^"]*hero-(fullscreen|text)-image/;
  const heroes = read.pages.filter(({ lang, source }) => lang === "en" && hero.test(source));
  const pages = [...onePerType(read).filter(({ lang }) => lang === "en"), ...heroes];
  paths = [...new Set(pages.map(({ path }) => path))];
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

/** A page is loaded once and its window resized; its pictures are chosen anew each time, without what was loaded before. */
it.each(SCREENS)("density %i, at %j px", { timeout: 600_000 }, async (density, widths) => {
  const page = await browser.newPage({ deviceScaleFactor: density, reducedMotion: "reduce" });
  const devtools = await page.context().newCDPSession(page);
  const faults: { at: string; fault: string }[] = [];
  const measured = new Map<number, number>(widths.map((width) => [width, 0]));
  for (const path of paths) {
    await page.goto(server.origin + path, { waitUntil: "domcontentloaded" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 1000 });
      await devtools.send("Network.setCacheDisabled", { cacheDisabled: true }); // forgets what is held in memory
      const all = await page.evaluate(measure);
      measured.set(width, (measured.get(width) ?? 0) + all.length);
      const isHandheld = width in HEIGHTS;
      for (const fault of faultsOf(all, isHandheld)) faults.push({ at: `${path} at ${width} px`, fault });
    }
  }
  await page.close();
  expect([...measured.values()].filter((count) => count <= 20)).toEqual([]);
  expect(grouped(faults)).toEqual([]);
});

function* faultsOf(all: readonly Shown[], isHandheld: boolean): Generator<string> {
  for (const { file, hero, width, needed, largest, fitting } of all) {
    if (width < needed * TOLERANCE && (width < largest || (hero && isHandheld))) yield `${file} enlarged to ${needed}`;
    // A browser that has a larger file of the picture already, for another place on the page, takes that.
    const elsewhere = all.some((other) => other.file === file && other.needed > needed);
    if (width > needed * 2.2 && width > fitting && !elsewhere) yield `${file} for ${needed} pixels`;
  }
}

/** In the page: loads every picture and measures it. */
async function measure(): Promise<Shown[]> {
  for (const picture of document.querySelectorAll("main picture")) {
    const fresh = picture.cloneNode(true) as HTMLElement;
    for (const image of fresh.querySelectorAll("img")) image.loading = "eager";
    picture.replaceWith(fresh);
  }
  const images = [...document.querySelectorAll<HTMLImageElement>("main picture > img")];
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
        // A video's still is one of its frames and has no more pixels than the video.
        hero: image.closest(".hero-fullscreen-image, .hero-text-image") !== null && !image.closest(".video"),
        fitting: widths.find((one) => one >= needed) ?? largest,
      },
    ];
  });
}
