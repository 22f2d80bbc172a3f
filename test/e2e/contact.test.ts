/** The contact form against the endpoint of `sitegen serve`, with script and without, on the page and in the overlay. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contact } from "../../src/blocks/Contact/contact.ts";
import { createFormEndpoint, createMessageStore, type MessageStore } from "../../src/serve/form-endpoint.ts";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { createStaticHost } from "../helpers/static-host.ts";
import { whenApp, whenAt } from "./site.ts";

let browser: TestBrowser;
let server: Listening;
let state: string;
let store: MessageStore;

beforeAll(async () => {
  const out = await sampleSite();
  state = mkdtempSync(join(tmpdir(), "sitegen-contact-"));
  store = createMessageStore(state);
  const place = { out, base: "/", headers: {} };
  const endpoint = createFormEndpoint({
    ...place,
    forms: [contact],
    store,
    onMessage: () => undefined,
    onFailure: () => undefined,
  });
  const host = createStaticHost({ ...place, root: out });
  const handler = async (...exchange: Parameters<typeof host>) => {
    if (!(await endpoint(...exchange))) await host(...exchange);
  };
  [browser, server] = await Promise.all([
    launchBrowser(),
    listen({ host: "127.0.0.1", port: 0, handler, onFailure: () => undefined }),
  ]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
  rmSync(state, { recursive: true, force: true });
});

async function visit(path: string, options: { javaScriptEnabled: boolean }): Promise<Page> {
  const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await page.goto(server.origin + path, { waitUntil: "load" });
  return page;
}

async function fill(page: Page, within: string, email: string): Promise<void> {
  const form = page.locator(`${within} form[data-contact-form]`);
  await form.locator("[name=name]").fill("Katrin Vogel");
  await form.locator("[name=email]").fill(email);
  await form.locator("[name=message]").fill("Zwölf Pressen,\nein Riss.");
  await form.locator("[name=consent]").check();
  await form.locator("[type=submit]").click();
}

const last = () => JSON.parse(readFileSync(store.file, "utf8").trimEnd().split("\n").at(-1) ?? "") as unknown;

test("without script the form leads back to its thanks", async () => {
  const [within, stands] = ["main", "/de/kontakt/"];
  const page = await visit(stands, { javaScriptEnabled: false });
  // A host that accepts no forms shows another way; without script the page cannot know.
  expect(await page.locator(`${within} .contact__instead`).getAttribute("href")).toBe("mailto:hello@werklicht.example");
  expect(await page.locator(`${within} .contact__instead`).isVisible()).toBe(true);
  await fill(page, within, "katrin@example.org");
  await page.waitForURL((url) => url.pathname === stands && url.hash.endsWith("-sent"));
  const thanks = page.locator(`${within} .form__sent`);
  expect(await thanks.isVisible()).toBe(true);
  expect(await page.locator(`${within} [name=message]`).isVisible()).toBe(false);
  expect(last()).toMatchObject({ page: stands, email: "katrin@example.org", message: "Zwölf Pressen,\nein Riss." });
  await page.context().close();
});

test("without script the overlay says whom to call and where to write; with script it has the form", async () => {
  const still = await visit("/de/preise/#contact-overlay", { javaScriptEnabled: false });
  const ways = (page: Page) =>
    page.locator("#contact-overlay a:visible").evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(await ways(still)).toEqual(["#main", "tel:+498999998140", "mailto:hello@werklicht.example"]);
  expect(await still.locator("#contact-overlay form").count()).toBe(0);
  await still.context().close();
  const page = await visit("/de/preise/", { javaScriptEnabled: true });
  await page.locator("a[href='#contact-overlay']:visible").first().click();
  await fill(page, "#contact-overlay", "katrin@example.org");
  const form = page.locator("#contact-overlay form");
  await expect.poll(() => form.getAttribute("data-state")).toBe("success");
  expect(last()).toMatchObject({ page: "/de/preise/", email: "katrin@example.org" });
  await page.context().close();
});

test("without script a wrong address is said on a page, and going back finds the form as it was", async () => {
  const page = await visit("/de/kontakt/", { javaScriptEnabled: false });
  // The browser accepts it as an address, the endpoint does not.
  await fill(page, "main", "katrin@local");
  await page.locator("h1", { hasText: "Bitte prüfen Sie die markierten Felder." }).waitFor();
  expect(await page.locator("li").textContent()).toBe(
    "E-Mail: Bitte geben Sie eine E-Mail-Adresse wie name@beispiel.de ein.",
  );
  expect(await page.evaluate(() => document.documentElement.lang)).toBe("de");
  await page.goBack();
  await expect.poll(() => page.locator("main [name=message]").inputValue()).toBe("Zwölf Pressen,\nein Riss.");
  await page.context().close();
});

test("with script the endpoint's errors are shown at the fields, and the next try is thanked for in place", async () => {
  const page = await visit("/de/kontakt/", { javaScriptEnabled: true });
  await page.keyboard.press("Shift");
  await whenApp(page);
  expect(await page.locator("main .contact__instead").isVisible()).toBe(false);
  await fill(page, "main", "katrin@local");
  const form = page.locator("main form[data-contact-form]");
  await expect.poll(() => form.getAttribute("data-state")).toBe("invalid");
  expect(await form.locator(".field__error").allTextContents()).toEqual([
    "Bitte geben Sie eine E-Mail-Adresse wie name@beispiel.de ein.",
  ]);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("email");
  await form.locator("[name=email]").fill("katrin@example.org");
  await form.locator("[type=submit]").click();
  await expect.poll(() => form.getAttribute("data-state")).toBe("success");
  expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe("/de/kontakt/");
  expect(last()).toMatchObject({ page: "/de/kontakt/", email: "katrin@example.org" });
  await page.context().close();
});

test("with script Back finds the form as it was left, and a link to it an empty one", async () => {
  const page = await visit("/de/kontakt/", { javaScriptEnabled: true });
  await page.keyboard.press("Shift");
  await whenApp(page);
  const message = page.locator("main [name=message]");
  const follow = async (path: string) => {
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement("a"), { href });
      document.querySelector("main")?.append(link);
      link.click();
      link.remove();
    }, path);
    await whenAt(page, path);
  };
  await message.fill("Zwölf Pressen");
  await follow("/de/preise/");
  await page.goBack();
  await whenAt(page, "/de/kontakt/");
  await expect.poll(() => message.inputValue()).toBe("Zwölf Pressen");
  await follow("/de/preise/");
  await follow("/de/kontakt/");
  expect(await message.inputValue()).toBe("");
  await page.context().close();
});

test("Back finds each of two forms with the same fields as it was left, also what was chosen", async () => {
  const page = await visit("/de/kontakt/", { javaScriptEnabled: true });
  await page.keyboard.press("Shift");
  await whenApp(page);
  await page.evaluate(() => {
    const choice = '<select name="topic"><option value="">–</option><option value="press">Presse</option></select>';
    const add = () => {
      if (location.pathname === "/de/kontakt/" && !document.querySelector("[name=topic]"))
        document.querySelector("main form")?.insertAdjacentHTML("beforeend", choice);
    };
    add();
    new MutationObserver(add).observe(document.body, { childList: true, subtree: true });
  });
  await page.evaluate(() => document.querySelector<HTMLDialogElement>("#contact-overlay")?.showModal());
  await page.locator("dialog [name=message]").fill("Ein Rückruf");
  await page.keyboard.press("Escape");
  await page.locator("main [name=message]").fill("Zwölf Pressen");
  await page.locator("main [name=name]").fill("Katrin Vogel");
  await page.locator("main [name=topic]").selectOption("press");
  await page.evaluate(() => document.querySelector<HTMLElement>('a[href="/de/preise/"]')?.click());
  await whenAt(page, "/de/preise/");
  await page.goBack();
  await whenAt(page, "/de/kontakt/");
  await expect.poll(() => page.locator("main [name=message]").inputValue()).toBe("Zwölf Pressen");
  expect(await page.locator("dialog [name=message]").inputValue()).toBe("Ein Rückruf");
  expect(await page.locator("dialog [name=name]").inputValue()).toBe("");
  expect(await page.locator("main [name=topic]").inputValue()).toBe("press");
  await page.context().close();
});

test("a form that is sent before anything else says in its own words what is missing", async () => {
  const page = await visit("/de/kontakt/", { javaScriptEnabled: true });
  const form = page.locator("main form[data-contact-form]");
  // Not as a visitor who had moved or scrolled before: the page is as it was drawn.
  await form.evaluate((element: HTMLFormElement) => element.requestSubmit());
  await page.mouse.move(20, 20);
  const name = form.locator("[data-field=name] .field__error");
  await expect.poll(() => name.textContent()).toBe("Bitte füllen Sie dieses Feld aus.");
  await expect.poll(() => form.locator("[name=name]").evaluate((field) => field === document.activeElement)).toBe(true);
  // The field and its label stand below the header.
  const label = form.locator("[data-field=name] label");
  const bar = await page.locator(".header").boundingBox();
  expect((await label.boundingBox())?.y).toBeGreaterThan((bar?.y ?? 0) + (bar?.height ?? 0));
});

test("a field is red only with its message, however late the form's code comes", async () => {
  const page = await visit("/de/kontakt/", { javaScriptEnabled: true });
  const form = page.locator("main form[data-contact-form]");
  const unsaid = () =>
    form
      .locator("[data-field]:not(:has(.field__error)) :is(input, textarea)")
      .evaluateAll((controls) =>
        controls.filter((one) => getComputedStyle(one).boxShadow !== "none").map((one) => one.getAttribute("name")),
      );
  // Who has asked for the code is told in any order, so more than once.
  for (let time = 1; time <= 3; time += 1) {
    await page.reload();
    await page.keyboard.press("Shift");
    await whenApp(page);
    let arrive = () => {};
    const late = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route("**/*.js", async (route) => {
      await late;
      await route.continue();
    });
    // Each focus asks for it, and the form is sent before it is here.
    for (const name of ["name", "company", "phone", "message"]) await form.locator(`[name=${name}]`).fill("12345");
    await form.locator("[name=email]").fill("katrin@example.org");
    await form.locator("[type=submit]").click();
    expect(await form.locator("[name=consent]").evaluate((box) => box.matches(":user-invalid"))).toBe(true);
    expect(await unsaid()).toEqual([]);
    arrive();
    await expect.poll(() => form.locator(".field__error").count()).toBe(1);
    expect(await unsaid()).toEqual([]);
    await page.unrouteAll({ behavior: "wait" });
  }
  await page.context().close();
});

test("the message is in the window as a whole once the keyboard reaches it", async () => {
  const page = await visit("/de/kontakt/", { javaScriptEnabled: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press("Shift");
  await whenApp(page);
  const field = (name: string) => page.locator(`main form [name=${name}]`);
  await field("name").focus();
  await page.locator("main form[novalidate]").waitFor();
  await field("phone").focus();
  const below = () => field("message").evaluate((area) => area.getBoundingClientRect().bottom - innerHeight);
  expect(await below()).toBeGreaterThan(0);
  await page.keyboard.press("Tab");
  await expect.poll(below, { timeout: 30_000 }).toBeLessThanOrEqual(0);
  await page.context().close();
});

test.each(["javascript:document.title='run'", "//other.example/", "/\\other.example/"])(
  "%s is not followed in place of a page of the site, on a host that sends no policy",
  async (address) => {
    const page = await visit("/contact/", { javaScriptEnabled: true });
    await page.keyboard.press("Shift");
    await whenApp(page);
    await page.locator("main form[data-contact-form]").evaluate((form: HTMLFormElement, value) => {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "thanks", value }));
    }, address);
    await fill(page, "main", "script@example.org");
    await expect.poll(() => page.locator("main form").getAttribute("data-state")).toBe("success");
    expect(await page.title()).not.toBe("run");
    await page.context().close();
  },
);
