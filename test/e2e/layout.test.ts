/** Header, menu, overlay, form, consent and error page in an open page. */
import type { Page, Route } from "playwright";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { DESKTOP, isSameDocument, LAPTOP, openSite, PHONE, type Site, type Visit, whenApp, whenAt } from "./site.ts";

let site: Site;
let visit: Visit;
let page: Page;

beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());
afterEach(() => visit.close());

async function openApp(path: string, options: Parameters<Site["visit"]>[0] = {}): Promise<void> {
  visit = await site.visit({ reducedMotion: "reduce", ...options });
  page = visit.page;
  await visit.openApp(path);
}

/** A page without pictures and motion: header, menu and overlay are the same on all. */
const START = "/legal/imprint/";

const focusIsIn = (selector: string) =>
  page.evaluate((wanted) => document.activeElement?.closest(wanted) !== null, selector);

describe("the header", () => {
  test("shows the contact link from 1380 px, the navigation from 1280 px, the burger below", async () => {
    await openApp(START);
    const seen = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      const shown = (selector: string) => page.locator(selector).first().isVisible();
      return [await shown(".header__contact"), await shown(".main-nav"), await shown(".burger")];
    };
    expect(await seen(1380)).toEqual([true, true, false]);
    expect(await seen(1379)).toEqual([false, true, false]);
    expect(await seen(1280)).toEqual([false, true, false]);
    expect(await seen(1279)).toEqual([false, false, true]);
  });

  test("opens a dropdown by pointer and keeps it while the pointer is in it", async () => {
    await openApp(START, { viewport: LAPTOP });
    const group = page.locator(".main-nav__item:has(> .nav-panel)").first();
    const panel = group.locator(".nav-panel");
    await group.hover();
    await expect.poll(() => panel.isVisible()).toBe(true);
    await panel.locator("a").last().hover();
    expect(await panel.isVisible()).toBe(true);
    await page.mouse.move(600, 700);
    await expect.poll(() => panel.isVisible()).toBe(false);
    await group.hover();
    await expect.poll(() => panel.isVisible()).toBe(true);
    // The focus is not in the navigation.
    await page.keyboard.press("Escape");
    await expect.poll(() => panel.isVisible()).toBe(false);
    expect(await focusIsIn(".main-nav")).toBe(false);
  });

  exhaustiveOnly(() => {
    test("the panel is as wide as the page: promises, one picture that waits for it, one story", async () => {
      await openApp(START, { viewport: LAPTOP });
      const panel = page.locator(".nav-panel").first();
      const picture = panel.locator("img");
      expect(await picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toBe("");
      await page.locator(".main-nav__item:has(> .nav-panel)").first().hover();
      await panel.waitFor({ state: "visible" });
      const box = await panel.boundingBox();
      expect([box?.x, box?.width]).toEqual([0, LAPTOP.width]);
      const links = await panel.locator(".nav-panel__links a").count();
      expect(links).toBe(5);
      expect(await panel.locator(".nav-panel__links p").count()).toBe(links);
      expect(await panel.locator(".nav-panel__story").count()).toBe(1);
      await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).not.toBe("");
    });
  });

  exhaustiveOnly(() => {
    test("a panel stays while its words are dragged over, and a press elsewhere closes it", async () => {
      await openApp(START, { viewport: LAPTOP });
      const panel = page.locator(".nav-panel").first();
      await page.locator(".main-nav__item:has(> .nav-panel)").first().hover();
      await panel.waitFor({ state: "visible" });
      const words = await panel.locator(".nav-panel__text").boundingBox();
      await page.mouse.move((words?.x ?? 0) + 2, (words?.y ?? 0) + 8);
      await page.mouse.down();
      await page.mouse.move(600, 750, { steps: 5 });
      await page.mouse.up();
      expect(await page.evaluate(() => getSelection()?.toString() ?? "")).not.toBe("");
      // Longer than the delay before a dropdown closes.
      await page.waitForFunction(
        (since) => performance.now() > since + 400,
        await page.evaluate(() => performance.now()),
      );
      expect(await panel.isVisible()).toBe(true);
      await page.mouse.click(600, 750);
      await expect.poll(() => panel.isVisible()).toBe(false);
    });
  });

  test("works by keyboard alone", async () => {
    await openApp(START);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Skip to content");
    const toggle = page.locator(".main-nav [aria-expanded]").first();
    const panel = page.locator(".nav-panel").first();
    await toggle.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => toggle.getAttribute("aria-expanded")).toBe("true");
    await expect.poll(() => panel.isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => toggle.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press("Space");
    await expect.poll(() => panel.isVisible()).toBe(true);
    await page.keyboard.press("Tab");
    await expect.poll(() => focusIsIn(".nav-panel")).toBe(true);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.documentElement.dataset.status === "success");
    await expect.poll(() => page.locator(".nav-panel").first().isVisible()).toBe(false);
    expect(await isSameDocument(page)).toBe(true);
  });

  test("says how many jobs are open; the skip link leads to the content", async () => {
    await openApp(START);
    expect(await page.locator(".hiring").textContent()).toMatch(/hiring.*\d/i);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("main");
    expect(await isSameDocument(page)).toBe(true);
  });
});

describe("the mobile menu", () => {
  beforeEach(() => openApp(START, { viewport: PHONE }));

  test("fills the screen, has one group open at most, and closes on Escape with the focus back", async () => {
    const burger = page.getByRole("button", { name: "Toggle navigation" });
    await burger.click();
    await expect.poll(() => burger.getAttribute("aria-expanded")).toBe("true");
    expect(await page.locator("#main").evaluate((main: HTMLElement) => main.inert)).toBe(true);
    const open = () =>
      page
        .locator(".menu details")
        .evaluateAll((all) => all.flatMap((group, at) => ((group as HTMLDetailsElement).open ? [at] : [])));
    expect(await open()).toEqual([]);
    const groups = page.locator(".menu summary");
    await groups.nth(0).click();
    await expect.poll(open).toEqual([0]);
    await groups.nth(1).click();
    await expect.poll(open).toEqual([1]);
    await groups.nth(1).click();
    await expect.poll(open).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".menu").isVisible()).toBe(false);
    await expect.poll(() => burger.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  test("closes when one of its links shows another page", async () => {
    await page.locator(".burger").click();
    await page.locator(".menu summary").first().click();
    await page.locator(".menu details[open] a").first().click();
    await page.waitForFunction(() => document.documentElement.dataset.status === "success");
    await expect.poll(() => page.locator(".menu").isVisible()).toBe(false);
    await expect.poll(() => page.locator("#main").evaluate((main: HTMLElement) => main.inert)).toBe(false);
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("switches the language by a select and the link beside it", async () => {
      await page.locator(".burger").click();
      await page.locator("#language-select").selectOption("de");
      await page.locator(".language-select__go:visible").click();
      await page.waitForURL(`${site.origin}/de/rechtliches/impressum/`);
    });
  });
});

describe("the contact overlay", () => {
  test("opens from any link to its hash, keeps the focus, closes on Escape and on its own link", async () => {
    await openApp(START);
    const opener = page.locator(".header__contact");
    const dialog = page.locator("#contact-overlay");
    await opener.click();
    await expect.poll(() => dialog.evaluate((element) => element.matches(":modal"))).toBe(true);
    for (let count = 0; count < 12; count += 1) await page.keyboard.press("Tab");
    expect(
      await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      ),
    ).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog.evaluate((element: HTMLDialogElement) => element.open)).toBe(false);
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await page.locator(".contact-overlay__close").click();
    await expect.poll(() => dialog.evaluate((element: HTMLDialogElement) => element.open)).toBe(false);
    expect(page.url()).toBe(`${site.origin}${START}`);
    expect(visit.messages).toEqual([]);
  });

  exhaustiveOnly(() => {
    test("does not lie over the page that a link in it leads to", async () => {
      await openApp("/pricing/");
      await page.locator(".header__contact").click();
      await page.locator(".contact-overlay__sheet").evaluate((sheet) => {
        sheet.insertAdjacentHTML("beforeend", '<a id="inner" href="/legal/privacy/">privacy</a>');
        document.getElementById("inner")?.click();
      });
      await whenAt(page, "/legal/privacy/");
      await expect
        .poll(() => page.locator("#contact-overlay").evaluate((dialog: HTMLDialogElement) => dialog.open))
        .toBe(false);
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
    });

    test("keeps what was typed over a navigation", async () => {
      await openApp("/pricing/");
      await page.locator("#contact-overlay textarea").evaluate((field: HTMLTextAreaElement) => {
        field.value = "half a thought";
      });
      await page.locator(".footer a[href='/legal/imprint/']").first().click();
      await whenAt(page, "/legal/imprint/");
      expect(await page.locator("#contact-overlay textarea").inputValue()).toBe("half a thought");
    });
  });
});

describe("the contact form", () => {
  const form = () => page.locator("main form[data-contact-form]").first();
  const state = () => form().getAttribute("data-state");
  const answer = (status: number) => {
    const bodies: string[] = [];
    const handler = (route: Route) => {
      bodies.push(route.request().postData() ?? "");
      return route.fulfill({ status, json: {}, headers: { "access-control-allow-origin": "*" } });
    };
    return page.route("**/contact-form", handler).then(() => bodies);
  };
  const fill = async () => {
    await form().locator("[name=name]").fill("Katrin Vogel");
    await form().locator("[name=email]").fill("katrin@example.org");
    await form().locator("[name=message]").fill("A question");
    await form().locator("[name=consent]").check();
  };

  /** The form's code comes with its first focus; an earlier click is handled by the browser. */
  const submit = async () => {
    await expect.poll(() => form().evaluate((element: HTMLFormElement) => element.noValidate)).toBe(true);
    await form().locator("[type=submit]").click();
  };

  test("says in the page's language what is missing, and goes to the first wrong field", async () => {
    await openApp("/de/kontakt/");
    await form().locator("[name=email]").fill("no address");
    await submit();
    await expect.poll(state).toBe("invalid");
    const errors = await form().locator(".field__error").allTextContents();
    expect(errors).toContain("Bitte füllen Sie dieses Feld aus.");
    expect(errors.some((text) => text.includes("E-Mail-Adresse"))).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    await form().locator("[name=name]").fill("Katrin");
    await expect.poll(() => form().locator("[name=name]").getAttribute("aria-invalid")).toBeNull();
    expect(visit.messages).toEqual([]);
  });

  test("is sent in place and thanks", async () => {
    await openApp("/contact/");
    const bodies = await answer(200);
    await fill();
    await submit();
    await expect.poll(state).toBe("success");
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain("katrin@example.org");
    expect(await form().locator("[data-form-status]").textContent()).not.toBe("");
    expect(await form().locator("[name=message]").inputValue()).toBe("");
    expect(await isSameDocument(page)).toBe(true);
  });

  test("keeps everything when it fails, and says where to write instead", async () => {
    await openApp("/contact/");
    await answer(500);
    await fill();
    await submit();
    await expect.poll(state).toBe("error");
    expect(await form().locator("[name=message]").inputValue()).toBe("A question");
    expect(await form().locator("[data-form-status]").textContent()).toContain("could not be sent");
  });

  exhaustiveOnly(() => {
    test("sends nothing for a robot that fills the trap", async () => {
      await openApp("/contact/");
      const bodies = await answer(200);
      await fill();
      await form()
        .locator("[name=website]")
        .evaluate((field: HTMLInputElement) => {
          field.value = "http://spam.example";
        });
      await submit();
      await expect.poll(state).toBe("success");
      expect(bodies).toEqual([]);
    });

    test("is a plain POST without script", async () => {
      visit = await site.visit({ javaScriptEnabled: false });
      page = visit.page;
      await visit.open("/contact/");
      await page.route("**/contact-form", (route) =>
        route.fulfill({ body: `posted ${route.request().method()}`, contentType: "text/plain" }),
      );
      await fill();
      await form().locator("[type=submit]").click();
      await page.waitForURL("**/contact-form");
      expect(await page.locator("body").textContent()).toBe("posted POST");
    });
  });
});

test("an embed whose button was pressed before the app ran goes on, until the visitor says no", async () => {
  visit = await site.visit();
  page = visit.page;
  await visit.open("/company/culture/");
  await page.locator(".video__play").click();
  await page.locator("html[data-consent]").waitFor();
  await page.waitForTimeout(300);
  expect(await page.locator("iframe.video__player").count()).toBe(1);
  await page.locator("[data-cookie-settings]").click();
  await page.getByRole("button", { name: "Necessary only" }).click();
  await expect.poll(() => page.locator("iframe.video__player").count()).toBe(0);
});

// In `npm test`, consent.test.ts has a choice that later visits remember and that is taken back.
exhaustiveOnly(() => {
  describe("consent", () => {
    test("opens from the footer, is remembered, and opens again with the choice", async () => {
      await openApp("/de/kontakt/");
      const dialog = page.locator("#cc-main .pm");
      await page.locator("[data-cookie-settings]").click();
      await dialog.waitFor({ state: "visible" });
      expect(await dialog.textContent()).toContain("Cookie-Einstellungen");
      await page.getByRole("button", { name: "Alle zulassen" }).click();
      await expect.poll(() => page.locator("html").getAttribute("data-consent")).toBe("necessary media");
      await page.reload();
      await visit.hydrate();
      await expect.poll(() => page.locator("html").getAttribute("data-consent")).toBe("necessary media");
      await page.locator("[data-cookie-settings]").click();
      await dialog.waitFor({ state: "visible" });
      await page.getByRole("button", { name: "Nur notwendige" }).click();
      await expect.poll(() => page.locator("html").getAttribute("data-consent")).toBe("necessary");
      expect(visit.messages).toEqual([]);
    });

    test("shows no banner and loads nothing of the library before it is asked for", async () => {
      await openApp("/");
      await page.waitForTimeout(500);
      expect(await page.locator("#cc-main").count()).toBe(0);
      expect(visit.requests.filter((url) => /adapter|consent/.test(url))).toEqual([]);
      expect(await visit.context.cookies()).toEqual([]);
    });

    test("an embed waits for it, and remembers always", async () => {
      await openApp("/");
      const events = await page.evaluate(async () => {
        const changed = new Promise<string>((resolve) => {
          window.addEventListener("sitegen:consent", () => resolve(document.documentElement.dataset.consent ?? ""), {
            once: true,
          });
        });
        window.dispatchEvent(new CustomEvent("sitegen:consent-request", { detail: { category: "media" } }));
        return changed;
      });
      expect(events).toContain("media");
      expect((await visit.context.cookies()).map(({ name }) => name)).toEqual(["cc_cookie"]);
    });
  });
});

// In `npm test`, failure.test.ts has an error page that loads its state again, and navigation.test.ts a missing page.
exhaustiveOnly(() => {
  describe("the error page", () => {
    test("names the full path, leaves the address, loads its state again, and finds the way back", async () => {
      visit = await site.visit({ viewport: DESKTOP });
      page = visit.page;
      await visit.open("/nowhere/?a=1#b");
      await whenApp(page);
      await expect.poll(() => page.locator("html").getAttribute("data-error")).toBe("Page Not Found: /nowhere/?a=1#b");
      expect(page.url()).toBe(`${site.origin}/nowhere/?a=1#b`);
      expect(await page.locator("h1").textContent()).toBe("Ups, you got lost!");
      await expect.poll(() => visit.requests.filter((url) => url.includes("/latest.json?")).length).toBeGreaterThan(0);
      await expect.poll(() => visit.requests.filter((url) => url.includes("/shared-en-")).length).toBe(2);
      await page.getByRole("link", { name: "Find your way back" }).click();
      await whenAt(page, "/");
      await page.goBack();
      expect(page.url()).not.toContain("nowhere");
    });

    test("speaks German below /de, whatever page the host sent", async () => {
      visit = await site.visit();
      page = visit.page;
      await page.route("**/de/nowhere/", async (route) => {
        const english = await route.fetch({ url: `${site.origin}/404.html` });
        await route.fulfill({ response: english, status: 404 });
      });
      await visit.open("/de/nowhere/");
      await page.waitForFunction(() => document.documentElement.lang === "de");
      await expect.poll(() => page.locator(".main-nav a[href^='/de/']").count()).toBeGreaterThan(0);
      await page.getByRole("link", { name: "Find your way back" }).click();
      await page.waitForURL(`${site.origin}/`);
    });

    test("follows a redirect pattern that the host does not know", async () => {
      visit = await site.visit();
      page = visit.page;
      await page.route("**/builds/meta/*.json", async (route) => {
        const answer = await route.fetch();
        const manifest = await answer.json();
        await route.fulfill({
          response: answer,
          json: { ...manifest, routeRules: { "/kb/:slug/": { redirect: { to: "/insights/:slug/", status: 301 } } } },
        });
      });
      await visit.open("/kb/labels-nobody-agrees-on/?a=1");
      await page.waitForURL(`${site.origin}/insights/labels-nobody-agrees-on/?a=1`);
    });
  });
});
