/**
 * Words on a full-screen hero's picture, and the header's above it, are read at WCAG's contrast (1.4.3: 4.5, large ones 3).
 * axe cannot say what a picture is like behind a letter, so the page is drawn without its words, and what is there then is
 * compared with their colour. 2 % of it may be brighter: single sparks.
 * `npm test` has test/site/axe.test.ts.
 */
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { contrast } from "../helpers/contrast.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { readSite } from "./read-site.ts";

interface Words {
  text: string;
  color: number[];
  size: number;
  /** Left, top, right, bottom of each line. */
  lines: [number, number, number, number][];
}

const SCREENS = [
  { width: 390, height: 844 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
];
const LARGE = 24;
const SPARKS = 0.02;

let server: StaticServer;
let browser: TestBrowser;
let paths: string[];
beforeAll(async () => {
  const read = await readSite();
  [server, browser] = await Promise.all([startStaticServer(read.out, "/"), launchBrowser()]);
  const heroes = read.pages.filter(({ source }) => /<main[^>]*><[^>]*class="[^"]*hero-fullscreen-image/.test(source));
  paths = heroes.map(({ path }) => path);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

it.each(SCREENS)("at $width px", { timeout: 300_000 }, async (screen) => {
  const page = await browser.newPage({ viewport: screen, reducedMotion: "reduce", bypassCSP: true });
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(server.origin + path, { waitUntil: "load" });
    const words = await page.evaluate(readWords);
    expect(words.length, path).toBeGreaterThan(3);
    await page.addStyleTag({
      content: ":is(main > :first-child, .header) * { color: transparent !important; transition: none !important }",
    });
    const pixels = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer();
    for (const { text, color, size, lines } of words) {
      const found = contrasts(pixels, screen, { color, lines });
      const least = found[Math.floor(found.length * SPARKS)] ?? 21;
      const needed = size >= LARGE ? 3 : 4.5;
      if (least < needed) faults.push(`${path} "${text}": ${least.toFixed(1)}, needed ${needed}`);
    }
  }
  await page.close();
  expect(paths.length).toBeGreaterThan(5);
  expect(faults).toEqual([]);
});

/** In the page: the words of the hero and of the header. */
function readWords(): Words[] {
  const within = (name: string) => `main > :first-child ${name}`;
  const shown = [...document.querySelectorAll(`${["h1", ".kicker", ".lead"].map(within)}, .header a`)].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && element.textContent.trim() !== "",
  );
  return shown.map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    const style = getComputedStyle(element);
    const inside = [...range.getClientRects()].filter(
      ({ top, bottom, width }) => width > 1 && top >= 0 && bottom < innerHeight,
    );
    return {
      text: element.textContent.trim().slice(0, 30),
      color: (style.color.match(/[\d.]+/g) ?? []).map(Number),
      size: Number.parseFloat(style.fontSize),
      lines: inside.map(({ left, top, right, bottom }) => [left, top, Math.min(right, innerWidth), bottom]),
    };
  });
}

/** Of the colour and each pixel behind the words, in rising order. */
function contrasts(pixels: Buffer, { width }: { width: number }, { color, lines }: Pick<Words, "color" | "lines">) {
  const found: number[] = [];
  for (const [left, top, right, bottom] of lines)
    for (let y = Math.ceil(top); y < bottom; y += 1)
      for (let x = Math.max(0, Math.ceil(left)); x < right; x += 1) {
        const at = (y * width + x) * 3;
        found.push(contrast(color, pixels.subarray(at, at + 3)));
      }
  return found.sort((a, b) => a - b);
}
