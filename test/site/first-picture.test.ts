/**
 * The picture of a page's largest contentful paint: only it is fetched first, on phone and desktop, and it is there
 * with the text: nothing fades in late. Measured in the browser, with pictures, not drawings: in the
 * exhaustive run the real ones.
 */

import { afterAll, beforeAll, expect, it } from "vitest";
import type { Block } from "../../src/site/api/payload.ts";
import { DESKTOP, openSite, PHONE, type Site } from "../e2e/site.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { onePerType } from "./page-types.ts";
import { grouped, readSite, type SitePage } from "./read-site.ts";

interface Painted {
  /** Address of the largest paint's picture, "" for words, and its size in square pixels. */
  largest: string;
  size: number;
  /** Pictures that are fetched first. */
  first: string[];
  /** Pictures seen without scrolling, with their size. */
  seen: { address: string; size: number; lazy: boolean; faded: boolean }[];
}

let site: Site;
let paths: string[];
beforeAll(async () => {
  site = await openSite({ realPictures: true });
  const read = await readSite();
  const pages = [...onePerType(read), ...onePerHead(read.pages)].filter(
    ({ lang, payload }) => lang === "en" && payload.kind === "page",
  );
  paths = [...new Set(pages.map(({ path }) => path))];
});
afterAll(() => site.close());

/** One page for each block that a page begins with. */
function onePerHead(pages: readonly SitePage[]): SitePage[] {
  const heads = new Map<string, SitePage>();
  for (const page of pages) {
    const body = page.payload.page?.body;
    const [first] = Array.isArray(body) ? (body as Block[]) : [];
    const key = `${page.lang} ${page.payload.page?.component} ${first?.component}`;
    if (!heads.has(key)) heads.set(key, page);
  }
  return [...heads.values()];
}

/** In the exhaustive run all pages come on both; else every third on a phone. */
const DEVICES = [
  ["phone", 0, { viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true }],
  ["desktop", 1, { viewport: DESKTOP }],
] as const;
it.each(shareOf(DEVICES, 0))("on a %s", { timeout: 240_000 }, async (_, turn, options) => {
  const visit = await site.visit(options);
  const faults: { at: string; fault: string }[] = [];
  let pictures = 0;
  for (const path of shareOf(paths, turn, 3)) {
    await visit.open(path);
    const shown = await visit.page.evaluate(painted);
    pictures += shown.first.length;
    for (const fault of faultsOf(shown)) faults.push({ at: path, fault });
  }
  await visit.close();
  expect(pictures).toBeGreaterThan(2);
  expect(grouped(faults)).toEqual([]);
});

function faultsOf({ largest, size, first, seen }: Painted): string[] {
  const larger = seen.filter((picture) => picture.size >= size);
  return [
    ...(first.length > 1 ? [`${first.join(", ")} are all fetched first`] : []),
    ...(largest !== "" && !first.includes(largest) ? [`${largest}, the largest paint, is not fetched first`] : []),
    ...first.filter((one) => !seen.some(({ address }) => address === one)).map((one) => `${one} is not seen at first`),
    ...larger
      .filter(({ address, lazy }) => lazy || !first.includes(address))
      .map(({ address }) => `${address} is larger than the largest words, and not fetched first`),
    ...seen.filter(({ faded }) => faded).map(({ address }) => `${address} is not there at once`),
  ];
}

/** In the page, once it is loaded. */
async function painted(): Promise<Painted> {
  const entries: LargestContentfulPaint[] = [];
  await new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => {
      entries.push(...(list.getEntries() as LargestContentfulPaint[]));
      resolve();
    });
    observer.observe({ type: "largest-contentful-paint", buffered: true });
  });
  const images = [...document.querySelectorAll<HTMLImageElement>("main img")];
  const address = (image: HTMLImageElement) => image.currentSrc.replace(/^.*\//, "");
  const sizeInWindow = (element: Element) => {
    const { top, left, bottom, right } = element.getBoundingClientRect();
    const width = Math.min(right, innerWidth) - Math.max(left, 0);
    return Math.max(0, width) * Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
  };
  const isFaded = (image: Element) => {
    for (let element: Element | null = image; element; element = element.parentElement) {
      const { opacity, visibility } = getComputedStyle(element);
      if (Number(opacity) < 1 || visibility === "hidden" || element.getAnimations().length > 0) return true;
    }
    return false;
  };
  const seen = images
    .filter((image) => sizeInWindow(image) > 0 && image.naturalWidth > 0)
    .map((image) => ({
      address: address(image),
      size: sizeInWindow(image),
      lazy: image.loading === "lazy",
      faded: isFaded(image),
    }));
  // A busy browser tells of a picture's paint some frames after it.
  const isDue = () =>
    images.some((image) => image.fetchPriority !== "high" && sizeInWindow(image) > (entries.at(-1)?.size ?? 0));
  for (const end = performance.now() + 20_000; isDue() && performance.now() < end; )
    await new Promise(requestAnimationFrame);
  const last = entries.at(-1);
  return {
    largest: last?.element instanceof HTMLImageElement ? address(last.element) : "",
    size: last?.size ?? 0,
    first: images.filter(({ fetchPriority }) => fetchPriority === "high").map(address),
    seen,
  };
}
