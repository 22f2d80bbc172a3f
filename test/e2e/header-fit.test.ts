/** Every control of the header is inside the window, at any window width and text size. */
import { afterAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../helpers/browser.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSite } from "./site.ts";

/** Class names of the controls that are outside the window or covered by another one. */
function misplaced(): string[] {
  const controls = [
    ...document.querySelectorAll<HTMLElement>(
      ".header :is(.logo, .main-nav__link, .main-nav__toggle, .header__contact, .language__button, .hiring, .burger)",
    ),
  ].filter((control) => control.checkVisibility({ visibilityProperty: true }));
  const boxes = controls.map((control) => ({ name: control.className, box: control.getBoundingClientRect() }));
  const faults = boxes
    .filter(({ box }) => box.left < 0 || box.right > document.documentElement.clientWidth + 0.5 || box.width < 24)
    .map(({ name, box }) => `${name} ${Math.round(box.left)}-${Math.round(box.right)}`);
  for (const [at, { name, box }] of boxes.entries()) {
    const before = boxes[at - 1];
    const laidOver = before && !before.name.includes("main-nav") && before.box.right > box.left + 0.5;
    if (laidOver) faults.push(`${name} over ${before.name}`);
  }
  // Words that do not fit are clipped, the number is not.
  const [badge, hiring] = [".hiring__badge", ".hiring"].map((of) =>
    document.querySelector(of)?.getBoundingClientRect(),
  );
  if (badge && hiring && (badge.top < hiring.top - 0.5 || badge.bottom > hiring.bottom + 0.5))
    faults.push(`the number is at ${Math.round(badge.top)}-${Math.round(badge.bottom)}`);
  const burger = document.querySelector(".burger");
  if (burger && burger.scrollWidth > burger.clientWidth) faults.push("the lines of the burger are wider than it is");
  const bar = document.querySelector(".header__bar")?.getBoundingClientRect();
  const high = document.querySelector(".header")?.getBoundingClientRect();
  if ((bar?.bottom ?? 0) > (high?.bottom ?? 0) + 0.5) faults.push("the bar is higher than the header");
  return faults;
}

describe.each(IS_EXHAUSTIVE ? [16, 24, 32] : [32])("with text of %d px", (textSize) => {
  const site = openSite({ textSize });
  afterAll(async () => (await site).close());

  // German words are the longest.
  test.each(IS_EXHAUSTIVE ? ["/", "/de/"] : ["/de/"])("the header of %s fits its window", async (path) => {
    const visit = await (await site).visit();
    const faults: Record<string, string[]> = {};
    await visit.open(path);
    for (const width of [320, 360, 375, 384, 390, 480, 834, 1024, 1280, 1380, 1440, 1920, 2560]) {
      await visit.page.setViewportSize({ width, height: 700 });
      const found = await visit.page.evaluate(misplaced);
      const overflow = await visit.page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      if (overflow > 0) found.push(`the page is ${overflow} px too wide`);
      if (found.length > 0) faults[width] = found;
    }
    expect(faults).toEqual({});
    await visit.close();
  });
});

test("the browser of these tests has the text size that is asked for", async () => {
  const browser = await launchBrowser({ textSize: 32 });
  const page = await browser.newPage();
  await page.setContent("<p>text</p>");
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  await browser.close();
});
