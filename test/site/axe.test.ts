/** Accessibility faults that axe finds: every kind of page, what opens over a page, and every block in every theme. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { galleryPage, themes } from "../blocks/gallery.tsx";
import { DESKTOP, openSite, PHONE, type Site } from "../e2e/site.ts";
import { IS_EXHAUSTIVE, shareOf } from "../helpers/exhaustive.ts";
import { kindsByTurns, onePerType } from "./page-types.ts";
import { allStyles, grouped, type ReadSite, readSite, type SitePage } from "./read-site.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Target size is a rule of WCAG 2.2 that axe does not check by default. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

let read: ReadSite;
let site: Site;
beforeAll(async () => {
  [read, site] = await Promise.all([readSite(), openSite()]);
});
afterAll(() => site.close());

const SIZES = { phone: PHONE, desktop: DESKTOP };
const SIZE_NAMES = Object.keys(SIZES) as (keyof typeof SIZES)[];
/** Pages and blocks on a phone; what opens over a page at its own size. */
const TRIED = IS_EXHAUSTIVE ? SIZE_NAMES : SIZE_NAMES.slice(0, 1);
const TIMEOUT = 180_000;

describe.each(TRIED)("on a %s", (size) => {
  it("every kind of page", { timeout: TIMEOUT }, async () => {
    const visit = await site.visit({ viewport: SIZES[size], reducedMotion: "reduce" });
    const found: { at: string; fault: string }[] = [];
    // Each kind at each size in each language in the exhaustive run; else some in one language at one size.
    const kinds = IS_EXHAUSTIVE ? onePerType(read) : shareOf(kindsByTurns(read), 0, 3);
    expect(kinds.length).toBeGreaterThan(IS_EXHAUSTIVE ? 19 : 1);
    for (const one of kinds) {
      await visit.open(addressOf(one));
      await visit.hydrate();
      // Sections that are laid out late take their colours then.
      await visit.page.locator("html[data-whole]").waitFor({ state: "attached" });
      for (const fault of await axeFaults(visit.page)) found.push({ at: one.path, fault });
    }
    await visit.close();
    expect(grouped(found)).toEqual([]);
  });

  it.each(shareOf(themes, SIZE_NAMES.indexOf(size)))("every block, %s", { timeout: TIMEOUT }, async (theme) => {
    const visit = await site.visit({ viewport: SIZES[size], reducedMotion: "reduce" });
    const css = allStyles(read);
    const html = galleryPage({ theme, css });
    await visit.page.route("**/gallery/", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await visit.open("/gallery/");
    const faults = await axeFaults(visit.page);
    await visit.close();
    expect(faults).toEqual([]);
  });
});

describe.each(IS_EXHAUSTIVE ? ["/", "/de/"] : ["/de/"])("open over %s", (home) => {
  const OPENERS = {
    "the contact overlay": {
      size: "phone",
      opener: 'main a[href="#contact-overlay"], .footer a[href="#contact-overlay"]',
      opened: "#contact-overlay form",
    },
    "the mobile menu": { size: "phone", opener: ".burger", opened: ".menu" },
    "a dropdown": { size: "desktop", opener: ".main-nav__toggle", opened: ".nav-panel" },
    "the languages": { size: "desktop", opener: ".language__button", opened: ".language__link" },
    "the consent choice": { size: "desktop", opener: "[data-cookie-settings]", opened: "#cc-main .pm" },
  } as const;

  it.each(shareOf(Object.entries(OPENERS), 0, 4))("%s", async (_name, { size, opener, opened }) => {
    const visit = await site.visit({ viewport: SIZES[size], reducedMotion: "reduce" });
    await visit.open(home);
    await visit.hydrate();
    await visit.page.locator(opener).first().click();
    await visit.page.locator(opened).first().waitFor({ state: "visible" });
    await visit.page.evaluate(whenDrawn);
    const faults = await axeFaults(visit.page);
    await visit.close();
    expect(faults).toEqual([]);
  });
});

/** In the page: waits until transitions have ended. */
async function whenDrawn(): Promise<void> {
  const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
}

/** Error pages are seen at an address that does not exist. */
function addressOf({ payload, path, lang }: SitePage): string {
  if (payload.kind === "page") return path;
  return lang === "de" ? "/de/nowhere/" : "/nowhere/";
}

async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async (tags) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations, passes } = await axe.run(document, { runOnly: tags, resultTypes: ["violations"] });
    if (passes.length < 15) return [`only ${passes.length} rules had something to look at`];
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, any }) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`),
    );
  }, TAGS);
}
