/** What the interactive blocks do in a real browser, hydrated over the server's markup; and what works without script. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exhaustiveOnly, shareOf } from "../helpers/exhaustive.ts";
import { image, linkBlock, rich } from "./fixtures.ts";
import { type LivePages, livePages } from "./live-page.ts";
import { sample } from "./samples.ts";

let pages: LivePages;
beforeAll(async () => {
  pages = await livePages();
});
afterAll(() => pages.close());

const FAST = { reducedMotion: "reduce" } as const;

describe("Gallery", () => {
  const position = (page: Page) => page.locator(".gallery__number").textContent();
  const until = (page: Page, text: string) =>
    page.waitForFunction((wanted) => document.querySelector(".gallery__number")?.textContent === wanted, text);

  it("opens the picture that was clicked, moves by arrow keys and buttons, and gives the focus back", async () => {
    const page = await pages.open([sample("Gallery")], FAST);
    const third = page.locator(".gallery__link").nth(2);
    await third.click();
    await until(page, "3 of 4");
    await page.keyboard.press("ArrowRight");
    await until(page, "4 of 4");
    expect(await page.getByRole("button", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("ArrowRight");
    expect(await position(page)).toBe("4 of 4");
    await page.keyboard.press("Home");
    await until(page, "1 of 4");
    await page.getByRole("button", { name: "Next" }).click();
    await until(page, "2 of 4");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => !document.querySelector("dialog.gallery__view"));
    expect(await third.evaluate((link) => link === document.activeElement)).toBe(true);
    expect(page.url()).toBe("https://blocks.example/page/");
    await page.context().close();
  });

  it("goes on to the left where the text is read from right to left", async () => {
    const page = await pages.open([sample("Gallery")], FAST);
    await page.evaluate(() => {
      document.documentElement.dir = "rtl";
    });
    await page.locator(".gallery__link").nth(1).click();
    await until(page, "2 of 4");
    await page.keyboard.press("ArrowLeft");
    await until(page, "3 of 4");
    await page.getByRole("button", { name: "Next" }).click();
    await until(page, "4 of 4");
    expect(await page.getByRole("button", { name: "Next" }).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Home");
    await until(page, "1 of 4");
    await page.context().close();
  });

  exhaustiveOnly(() => {
    it("opens again after it was closed, also at another picture and with the button", async () => {
      const page = await pages.open([sample("Gallery")], FAST);
      for (const at of [0, 3]) {
        await page.locator(".gallery__link").nth(at).focus();
        await page.keyboard.press("Enter");
        await until(page, `${at + 1} of 4`);
        await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
        await page.waitForFunction(() => !document.querySelector("dialog.gallery__view"));
      }
      await page.context().close();
    });
  });

  it("shows the whole picture within the window, and closes on a click beside it", async () => {
    const page = await pages.open([sample("Gallery", { images: [image(1, 800, 3000)] })], FAST);
    await page.locator(".gallery__link").click();
    const box = await page.locator(".gallery__large img").boundingBox();
    expect((box?.height ?? 0) + (box?.y ?? 0)).toBeLessThanOrEqual(720);
    expect(await page.getByRole("button", { name: "Next" }).count()).toBe(0);
    await page.mouse.click(20, 300);
    await page.waitForFunction(() => !document.querySelector("dialog.gallery__view"));
    await page.context().close();
  });

  exhaustiveOnly(() => {
    it("leaves a click with a modifier key to the browser", async () => {
      const page = await pages.open([sample("Gallery")], FAST);
      await page
        .locator(".gallery__link")
        .first()
        .click({ modifiers: ["Control"] });
      expect(await page.locator("dialog.gallery__view").count()).toBe(0);
      await page.context().close();
    });
  });
});

describe("a video of another service", () => {
  const decide = (page: Page, categories: string) =>
    page.evaluate((allowed) => {
      document.documentElement.dataset.consent = allowed;
      window.dispatchEvent(new CustomEvent("sitegen:consent"));
    }, categories);

  const BEFORE = [
    ["allowed for good", "necessary media"],
    ["played this once", "necessary"],
  ] as const;
  it.each(shareOf(BEFORE, 1))("goes when the consent is taken back, %s before", async (_, before) => {
    const page = await pages.open([
      sample("Video", { video: null, embed_url: "https://www.youtube.com/watch?v=abcdefghijk" }),
    ]);
    const messages: string[] = [];
    page.on("console", (message) => messages.push(message.text()));
    await decide(page, before);
    const player = page.locator("iframe");
    await page.locator(".video__play").click();
    await player.waitFor({ state: "attached" });
    // The browser says so of each frame with the attribute beside `allow`.
    expect(messages.filter((message) => message.includes("allowfullscreen"))).toEqual([]);
    await decide(page, "necessary media");
    expect(await player.count()).toBe(1);
    await decide(page, "necessary");
    await player.waitFor({ state: "detached" });
    expect(await page.locator(".video__play").isVisible()).toBe(true);
    await page.context().close();
  });
});

describe("IndustriesOverview", () => {
  const shown = (page: Page) => page.locator(".industries-overview__entry:visible").count();

  it("filters without script", async () => {
    const page = await pages.open([sample("IndustriesOverview")], { live: false, javaScriptEnabled: false });
    expect(await shown(page)).toBe(3);
    await page.getByRole("radio", { name: "Predictive quality" }).check();
    expect(await shown(page)).toBe(1);
    await page.getByRole("radio", { name: "All" }).check();
    expect(await shown(page)).toBe(3);
    await page.context().close();
  });

  it("is moved by arrow keys and shows where the focus is", async () => {
    const page = await pages.open([sample("IndustriesOverview")], { live: false });
    await page.getByRole("radio", { name: "All" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(await page.getByRole("radio", { name: "Predictive quality" }).isChecked()).toBe(true);
    const outline = await page
      .getByRole("radio", { name: "Predictive quality" })
      .evaluate((radio) => getComputedStyle(radio).outlineStyle);
    expect(outline).toBe("solid");
    await page.context().close();
  });
});

describe("LottieSlider", () => {
  /** Replaces the animation runtime: records the commands and returns the state. */
  const listen = (page: Page) =>
    page.evaluate(() => {
      const log: string[] = [];
      Object.assign(window, { log });
      for (const [at, host] of document.querySelectorAll<HTMLElement>("[data-lottie]").entries()) {
        host.addEventListener("sitegen:lottie", (event) => {
          log.push(`${at} ${(event as CustomEvent<{ command: string }>).detail.command}`);
        });
      }
    });
  const log = (page: Page) =>
    page.evaluate(() => {
      const { log: lines } = window as unknown as { log: string[] };
      return lines.splice(0);
    });
  const startsPlaying = (page: Page, at: number) =>
    page.evaluate((index) => {
      const host = document.querySelectorAll<HTMLElement>("[data-lottie]")[index];
      if (!host) return;
      host.dataset.lottieState = "playing";
      host.dispatchEvent(new CustomEvent("sitegen:lottie-state", { bubbles: true, detail: { state: "playing" } }));
    }, at);

  /** Waits until the track has stopped: while it moves, the current slide may still change. */
  const showNext = async (page: Page) => {
    const track = page.locator(".slider__track");
    const ended = await track.evaluateHandle((element) => ({
      event: new Promise((resolve) => element.addEventListener("scrollend", resolve, { once: true })),
    }));
    await page.getByRole("button", { name: "Next" }).click();
    await ended.evaluate(async ({ event }) => {
      await event;
    });
    await page.waitForFunction(() => (window as unknown as { log: string[] }).log.length > 0);
  };

  it("lets only the slide in front play, and stops one that begins elsewhere", async () => {
    const page = await pages.open([sample("LottieSlider")]);
    await listen(page);
    await startsPlaying(page, 0);
    await startsPlaying(page, 1);
    expect(await log(page)).toEqual(["1 pause"]);
    await showNext(page);
    expect(await log(page)).toEqual(["0 pause", "1 play", "2 pause"]);
    await page.context().close();
  });

  exhaustiveOnly(() => {
    it("keeps all still once the visitor paused one", async () => {
      const page = await pages.open([sample("LottieSlider")]);
      await listen(page);
      await page.getByRole("button", { name: "Pause animation" }).first().click();
      expect(await log(page)).toEqual(["0 pause", "1 pause", "2 pause"]);
      await showNext(page);
      expect(await log(page)).not.toContain("1 play");
      await startsPlaying(page, 1);
      expect(await log(page)).toContain("1 pause");
      await page.getByRole("button", { name: "Play animation" }).nth(1).click();
      await page.waitForFunction(() => (window as unknown as { log: string[] }).log.includes("1 play"));
      await page.context().close();
    });

    it("plays nothing by itself under reduced motion", async () => {
      const page = await pages.open([sample("LottieSlider")], FAST);
      expect(await page.getByRole("button", { name: "Play animation" }).count()).toBe(3);
      await page.context().close();
    });
  });
});

describe("a page of all sliders, lists and media", () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

  const NAMES = [
    ...["AboutUsTeaser", "BlogItem", "BlogOverview", "CareerItem", "CareerOverview", "Gallery", "GrowingTogether"],
    ...["ImageLinkSlider", "ImageSlider", "IndustriesOverview", "IndustriesSlider", "LottieSlider", "NewsText"],
    ...["PricingPlan", "Video"],
  ];

  it.each(shareOf([320, 390, 834, 1440], 0))("never scrolls sideways at %d px, with long words too", async (width) => {
    const long = "Instandhaltungsplanungsverantwortlichkeiten der Drehstrommotorenwicklungen";
    const blocks = NAMES.map((name) => sample(name, "headline" in sample(name) ? { headline: long } : {}));
    const page = await pages.open(blocks, { viewport: { width, height: 800 }, ...FAST });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await page.context().close();
  });

  it("cuts off no word of a text, a name or a link on a phone", async () => {
    const long = "Instandhaltungsdurchführungsplanung";
    const texts = { text: rich(long), person_role: long, links: [linkBlock(long), linkBlock(long, "text-arrow")] };
    const blocks = [sample("Contact", texts), sample("HeroText", texts)];
    const page = await pages.open(blocks, { viewport: { width: 320, height: 800 }, ...FAST });
    const cut = page
      .locator("main :is(p, input, textarea, a)")
      .evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 160)),
      );
    expect(await cut).toEqual([]);
    await page.context().close();
  });

  exhaustiveOnly(() => {
    // Each by itself, in every theme: test/site/axe.test.ts.
    it.each(shareOf(["light", "dark", "accent"], 1))(
      "has no accessibility fault that axe finds, on %s ground",
      async (theme) => {
        const blocks = NAMES.map((name) => sample(name, { theme }));
        const page = await pages.open(blocks, { viewport: { width: 1280, height: 9000 }, ...FAST });
        await page.addScriptTag({ content: axe });
        const faults = await page.evaluate(async () => {
          const { axe: checker } = window as unknown as { axe: typeof import("axe-core") };
          const { violations } = await checker.run("main");
          return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
        });
        expect(faults).toEqual([]);
        await page.context().close();
      },
    );
  });
});

describe("A film", () => {
  const film = sample("Video", {
    headline: "Seven seconds",
    video: { src: "/line.mp4", name: "", title: "" },
    poster: image(1, 1600, 900),
    embed_url: "",
    autoplay: false,
  });
  /** How the player and the frame behind it are drawn. */
  const shown = (page: Page) =>
    page.locator(".video").evaluate((frame) => ({
      player: getComputedStyle(frame.querySelector("video") ?? frame).visibility,
      still: getComputedStyle(frame).backgroundImage.startsWith("url("),
    }));
  const hasControls = (page: Page) => page.locator("video").evaluate((player: HTMLVideoElement) => player.controls);

  it("lies below its still with one button; the browser's controls come when it is pressed", async () => {
    const page = await pages.open([film], FAST);
    const play = page.getByRole("button", { name: "Play video: Seven seconds" });
    await play.waitFor();
    await expect.poll(() => hasControls(page)).toBe(false);
    expect(await shown(page)).toEqual({ player: "hidden", still: true });
    await play.click();
    await play.waitFor({ state: "detached" });
    expect(await shown(page)).toMatchObject({ player: "visible" });
    expect(await hasControls(page)).toBe(true);
    expect(await page.locator("video").evaluate((player) => player === document.activeElement)).toBe(true);
    await page.context().close();
  });

  exhaustiveOnly(() => {
    it("has its controls without script, and where it has no still", async () => {
      const silent = await pages.open([film], { live: false });
      expect(await hasControls(silent)).toBe(true);
      expect(await shown(silent), "before the page is an app").toEqual({ player: "hidden", still: true });
      await silent.context().close();
      const plain = await pages.open([film], { live: false, javaScriptEnabled: false });
      expect(await plain.locator("video").isVisible()).toBe(true);
      expect(await plain.locator(".video__play").isVisible()).toBe(false);
      await plain.context().close();
      const bare = await pages.open([{ ...film, poster: null }], FAST);
      expect(await hasControls(bare)).toBe(true);
      expect(await bare.locator(".video__play").count()).toBe(0);
      await bare.context().close();
    });
  });
});
