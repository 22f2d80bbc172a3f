/** Scroll-driven effects and embedded animations. */
import type { Page, Route } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { openSite, type Site, type Visit } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
afterEach(() => visit.close());

/** Opens a page with extra markup at the end of its content, which React keeps as the server rendered it. */
async function openWith(markup: string, options: Parameters<Site["visit"]>[0] = {}): Promise<void> {
  visit = await site.visit(options);
  page = visit.page;
  await page.route(`${site.origin}/legal/imprint/`, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: (await answer.text()).replace("</main>", `${markup}</main>`) });
  });
  await visit.open("/legal/imprint/");
}

const scripts = (name: RegExp) => visit.requests.filter((url) => name.test(url) && url.endsWith(".js"));
const GSAP = /\/motion-/;
const LOTTIE = /\/play-/;
const spacer = (height: number) => `<div style="height:${height}px"></div>`;
const scrollTo = (top: number) => page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), top);

describe("count-up", () => {
  // Elements that are revealed later are hidden once the effects have started.
  const FIGURE = `${spacer(2000)}<p><span id="figure" data-count-up="1234.5" data-decimals="1">1,234.5</span></p>${spacer(2000)}<p id="later" data-reveal>later</p>`;
  const figure = () => page.locator("#figure").textContent();
  const top = () => page.locator("#figure").evaluate((element) => element.getBoundingClientRect().top + scrollY);

  test("starts at 90 % of the viewport, takes two seconds and ends in the text that was there", async () => {
    await openWith(FIGURE);
    await visit.hydrate();
    await page.waitForFunction(() => getComputedStyle(document.getElementById("later") as Element).opacity === "0");
    expect(scripts(GSAP)).toHaveLength(1);
    const line = (await top()) - (page.viewportSize()?.height ?? 0) * 0.9;
    await scrollTo(line - 10);
    await page.waitForTimeout(200);
    expect(await figure()).toBe("1,234.5");
    const shown = await page.evaluate(countedTexts, line + 5);
    expect(shown.ms).toBeGreaterThan(1800);
    expect(shown.texts.length).toBeGreaterThan(1);
    expect(shown.texts.at(-1)).toBe("1,234.5");
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("under reduced motion the number stands", async () => {
      await openWith(FIGURE, { reducedMotion: "reduce" });
      await visit.hydrate();
      await scrollTo(1500);
      await page.waitForTimeout(600);
      expect(await figure()).toBe("1,234.5");
      expect(scripts(GSAP)).toEqual([]);
    });
  });
});

/** In the page: scrolls the figure in, and answers which texts it took until it counted no more, and how long that was. */
async function countedTexts(top: number): Promise<{ texts: string[]; ms: number }> {
  const figure = document.getElementById("figure") as HTMLElement;
  const texts: string[] = [];
  const started = performance.now();
  return new Promise((resolve) => {
    new MutationObserver(() => {
      const text = figure.textContent ?? "";
      texts.push(text);
      if (text === "1,234.5") resolve({ texts, ms: performance.now() - started });
    }).observe(figure, { childList: true, characterData: true, subtree: true });
    window.scrollTo({ top, behavior: "instant" });
  });
}

describe("invert triggers", () => {
  const SECTIONS = `${spacer(800)}<section id="one" data-invert-trigger style="height:400px"></section><section id="two" data-invert-trigger style="height:400px"></section>${spacer(3000)}`;
  const inverted = () => page.evaluate(() => document.body.classList.contains("is-inverted"));

  test.each(IS_EXHAUSTIVE ? (["no-preference", "reduce"] as const) : (["no-preference"] as const))(
    "turn the body while they pass the top (motion: %s)",
    async (motion) => {
      await openWith(SECTIONS, { reducedMotion: motion });
      await visit.hydrate();
      await expect.poll(() => scripts(GSAP).length).toBe(1);
      const start = await page.locator("#one").evaluate((element) => element.getBoundingClientRect().top + scrollY);
      const at = async (offset: number, expected: boolean) => {
        await scrollTo(start + offset);
        await expect.poll(inverted).toBe(expected);
      };
      await at(-5, false);
      await at(5, true);
      await at(399, true);
      await at(401, true);
      await at(795, true);
      await at(805, false);
      await at(405, true);
      await at(-5, false);
    },
  );

  exhaustiveOnly(() => {
    test("the seam between two of them does not flicker", async () => {
      await openWith(SECTIONS);
      await visit.hydrate();
      await expect.poll(() => scripts(GSAP).length).toBe(1);
      const start = await page.locator("#one").evaluate((element) => element.getBoundingClientRect().top + scrollY);
      await scrollTo(start + 300);
      await expect.poll(inverted).toBe(true);
      const changes = await page.evaluate(async (from) => {
        let count = 0;
        const observer = new MutationObserver((records) => {
          count += records.length;
        });
        observer.observe(document.body, { attributeFilter: ["class"] });
        for (let y = from + 380; y <= from + 420; y += 2) {
          window.scrollTo({ top: y, behavior: "instant" });
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        }
        observer.disconnect();
        return count;
      }, start);
      expect(changes).toBe(0);
    });

    test("leave the next page as it is", async () => {
      await openWith(SECTIONS);
      await visit.hydrate();
      await expect.poll(() => scripts(GSAP).length).toBe(1);
      const start = await page.locator("#one").evaluate((element) => element.getBoundingClientRect().top + scrollY);
      await scrollTo(start + 100);
      await expect.poll(inverted).toBe(true);
      await page
        .locator(".main-nav a[href='/pricing/'], .footer a[href='/pricing/']")
        .first()
        .evaluate((link: HTMLElement) => link.click());
      await page.waitForFunction(() => document.documentElement.dataset.status === "success");
      await expect.poll(inverted).toBe(false);
    });
  });
});

describe("reveal", () => {
  const TEXT = `<p id="near" data-reveal>near</p>${spacer(2500)}<p id="far" data-reveal>far</p>${spacer(1500)}`;
  const opacity = (id: string) =>
    page.locator(`#${id}`).evaluate((element) => Number(getComputedStyle(element).opacity));

  test("leaves alone what is in view, and fades the rest up when it comes", async () => {
    await openWith(`<p id="seen" data-reveal style="position:fixed;top:40%">seen</p>${TEXT}`);
    await visit.hydrate();
    await expect.poll(() => scripts(GSAP).length).toBe(1);
    await expect.poll(() => opacity("far")).toBe(0);
    expect(await opacity("seen")).toBe(1);
    await page.evaluate(() => document.getElementById("far")?.scrollIntoView({ behavior: "instant" }));
    await expect.poll(() => opacity("far")).toBe(1);
  });

  exhaustiveOnly(() => {
    test("however many there are, all of them wait, and all come", async () => {
      const many = Array.from({ length: 10 }, (_, at) => `<p id="far-${at}" data-reveal>far</p>`).join("");
      await openWith(`${spacer(2500)}${many}${spacer(1500)}`);
      await visit.hydrate();
      const waiting = () =>
        page
          .locator("[id^=far-]")
          .evaluateAll((found) => found.filter((element) => getComputedStyle(element).opacity !== "1").length);
      await expect.poll(waiting).toBe(10);
      await page.evaluate(() => document.getElementById("far-9")?.scrollIntoView({ behavior: "instant" }));
      await expect.poll(waiting).toBe(0);
    });
  });

  test("under reduced motion and without script everything is there", async () => {
    await openWith(TEXT, { reducedMotion: "reduce" });
    await visit.hydrate();
    await page.waitForTimeout(400);
    expect(await opacity("far")).toBe(1);
    await visit.close();
    await openWith(TEXT, { javaScriptEnabled: false });
    expect(await opacity("far")).toBe(1);
  });

  exhaustiveOnly(() => {
    test("what waits is there on paper", async () => {
      await openWith(TEXT);
      await visit.hydrate();
      await expect.poll(() => opacity("far")).toBe(0);
      await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
      expect(await opacity("far")).toBe(1);
    });
  });
});

exhaustiveOnly(() => {
  test("positions are measured again 1000 ms and 3500 ms after the start", async () => {
    visit = await site.visit();
    page = visit.page;
    const delays = () => page.evaluate(() => (window as unknown as { delays: number[] }).delays);
    await visit.context.addInitScript(() => {
      const list: number[] = [];
      Object.assign(window, { delays: list });
      const original = window.setTimeout.bind(window);
      Object.assign(window, {
        setTimeout: (run: () => void, delay: number, ...rest: unknown[]) => {
          list.push(delay);
          return original(run, delay, ...rest);
        },
      });
    });
    await visit.open("/");
    await visit.hydrate();
    await expect.poll(delays).toEqual(expect.arrayContaining([1000, 3500]));
  });
});

describe("an embedded animation", () => {
  const host = (options: object, size = "width:200px;height:150px") =>
    `<div id="host" role="img" aria-label="A signal" style="${size}" data-lottie='${JSON.stringify(options)}'><b id="poster">poster</b></div>`;
  const state = () => page.locator("#host").getAttribute("data-lottie-state");
  const FILE = "/animation.json";
  const ANIMATION = {
    v: "5.7.0",
    ip: 0,
    op: 30,
    fr: 30,
    w: 100,
    h: 100,
    assets: [],
    layers: [
      {
        ty: 4,
        nm: "dot",
        ip: 0,
        op: 30,
        st: 0,
        ind: 1,
        ks: {
          o: { a: 0, k: 100 },
          r: { a: 0, k: 0 },
          p: { a: 0, k: [50, 50] },
          a: { a: 0, k: [0, 0] },
          s: { a: 0, k: [100, 100] },
        },
        shapes: [
          {
            ty: "gr",
            it: [
              { ty: "el", p: { a: 0, k: [0, 0] }, s: { a: 0, k: [40, 40] } },
              { ty: "fl", c: { a: 0, k: [1, 0, 0, 1] }, o: { a: 0, k: 100 } },
              {
                ty: "tr",
                p: { a: 0, k: [0, 0] },
                a: { a: 0, k: [0, 0] },
                s: { a: 0, k: [100, 100] },
                r: { a: 0, k: 0 },
                o: { a: 0, k: 100 },
              },
            ],
          },
        ],
      },
    ],
  };

  async function openAnimation(
    options: object,
    context: Parameters<Site["visit"]>[0] & { before?: string; size?: string } = {},
  ) {
    const { before = "", size, ...rest } = context;
    await openWith(`${before}${host(options, size)}${spacer(3000)}`, rest);
    await page.route(`**${FILE}`, (route) => route.fulfill({ json: ANIMATION }));
    await visit.hydrate();
  }
  const reach = () => page.locator("#host").scrollIntoViewIfNeeded();

  test("is fetched once, and only when it comes near", async () => {
    // Editors may give a link any attribute of this kind.
    const link = `<a href="/" data-lottie='{"src":"/other.json"}'>link</a>`;
    await openAnimation({ src: FILE, autoplay: true, loop: true }, { before: link + spacer(6000) });
    await page.waitForTimeout(500);
    expect([scripts(LOTTIE).length, visit.requests.filter((url) => url === FILE).length]).toEqual([0, 0]);
    await reach();
    await expect.poll(state).toBe("playing");
    expect(visit.requests.filter((url) => url === FILE)).toHaveLength(1);
    expect(await page.locator("#host svg").count()).toBe(1);
    expect(visit.requests.filter((url) => url.includes("other.json"))).toEqual([]);
    // The two cross-fade.
    await expect
      .poll(() => page.locator("#poster").evaluate((element) => getComputedStyle(element).visibility))
      .toBe("hidden");
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("freezes off screen and goes on when it is back", async () => {
      await openAnimation({ src: FILE, autoplay: true, loop: true });
      await reach();
      await expect.poll(state).toBe("playing");
      await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
      await expect.poll(state).toBe("frozen");
      await reach();
      await expect.poll(state).toBe("playing");
    });

    test("freezes in a tab that nobody looks at", async () => {
      await openAnimation({ src: FILE, autoplay: true, loop: true });
      await reach();
      await expect.poll(state).toBe("playing");
      const look = (visibility: string) =>
        page.evaluate((value) => {
          Object.defineProperty(document, "visibilityState", { value, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
          return document.getElementById("host")?.dataset.lottieState;
        }, visibility);
      expect([await look("hidden"), await look("visible")]).toEqual(["frozen", "playing"]);
    });
  });

  exhaustiveOnly(() => {
    test("does what it is told, and tells its states", async () => {
      await openAnimation({ src: FILE, loop: true });
      await reach();
      await expect.poll(state).toBe("stopped");
      const tell = (command: string) =>
        page.locator("#host").evaluate(
          (element, detail) => {
            element.dispatchEvent(new CustomEvent("sitegen:lottie", { detail }));
            return element.dataset.lottieState;
          },
          { command },
        );
      expect([await tell("toggle"), await tell("toggle"), await tell("play"), await tell("stop")]).toEqual([
        "playing",
        "paused",
        "playing",
        "stopped",
      ]);
    });
  });

  exhaustiveOnly(() => {
    test("plays while it is pointed at or focused, when asked to", async () => {
      await openAnimation({ src: FILE, hover: true, loop: true });
      await reach();
      await expect.poll(state).toBe("stopped");
      await page.locator("#host").hover();
      await expect.poll(state).toBe("playing");
      await page.mouse.move(0, 0);
      await expect.poll(state).toBe("stopped");
    });
  });

  test("stands still under reduced motion", async () => {
    await openAnimation({ src: FILE, autoplay: true, loop: true }, { reducedMotion: "reduce" });
    await reach();
    await expect.poll(state).toBe("paused");
    expect(await page.locator("#host svg").count()).toBe(1);
  });

  const FAULTY: [string, Parameters<Route["fulfill"]>[0]][] = [
    ["a missing file", { status: 404, body: "" }],
    ["a file that is no animation", { json: { name: "not one" } }],
  ];
  test.each(IS_EXHAUSTIVE ? FAULTY : FAULTY.slice(0, 1))(
    "shows the warning and the sentence for %s",
    async (_, answer) => {
      await openWith(`${host({ src: FILE, autoplay: true })}${spacer(500)}`);
      await page.route(`**${FILE}`, (route) => route.fulfill(answer));
      await visit.hydrate();
      await reach();
      await expect.poll(state).toBe("error");
      const text = await page.locator("#host .lottie-error").textContent();
      expect(text).toContain("⚠️");
      expect(text).toContain("An error occurred while trying to load the Lottie file from URL");
    },
  );

  exhaustiveOnly(() => {
    test("is destroyed with its page", async () => {
      await openAnimation({ src: FILE, autoplay: true, loop: true });
      await reach();
      await expect.poll(state).toBe("playing");
      await page.evaluate(() => {
        const element = document.getElementById("host");
        document.addEventListener("sitegen:lottie-state", () => undefined);
        Object.assign(window, { states: [] as string[] });
        element?.addEventListener("sitegen:lottie-state", () => {
          (window as unknown as { states: string[] }).states.push(element.dataset.lottieState ?? "");
        });
      });
      await page
        .locator(".footer a[href='/pricing/']")
        .first()
        .evaluate((link: HTMLElement) => link.click());
      await page.waitForFunction(() => document.documentElement.dataset.status === "success");
      await expect
        .poll(() => page.evaluate(() => (window as unknown as { states: string[] }).states.at(-1)))
        .toBe("destroyed");
      expect(visit.messages).toEqual([]);
    });
  });
});
