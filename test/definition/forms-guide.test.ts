/** docs/forms.md, word by word: the files that it shows, in a site that `sitegen serve` serves, in Chromium. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import fg from "fast-glob";
import type { Page } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FORM_WORDS } from "../../src/site/forms/form-words.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { type Command, command } from "../serve/command.ts";
import { type CommandSite, openCommandSite } from "./command-site.ts";

const guide = readFileSync(join(ROOT, "docs/forms.md"), "utf8");
const files = Object.fromEntries(
  [...guide.matchAll(/^```tsx? file=(\S+)\n([\s\S]*?)^```/gm)].map(([, path = "", text = ""]) => [path, text]),
);

let site: CommandSite;
let server: Command;
let browser: TestBrowser;
let origin: string;
let problems: { code: string; message: string }[];
beforeAll(async () => {
  site = await openCommandSite(files);
  ({ problems } = await site.generate());
  server = command(["serve", "--port", "0", "--state", "state"], {
    cwd: site.dir,
    env: { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public" },
  });
  browser = await launchBrowser();
  [, origin = ""] = await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
});
afterAll(async () => {
  await browser?.close();
  await server?.interrupt();
  await site?.close();
});

const kept = () => {
  const file = join(site.dir, "state/messages.jsonl");
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
};
const form = (page: Page) => page.locator("main form");
const state = (page: Page) => form(page).getAttribute("data-state");

async function open(options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const page = await (await browser.newContext(options)).newPage();
  await page.goto(`${origin}/booking/`);
  return page;
}

async function fill(page: Page): Promise<void> {
  await page.locator("main").getByLabel("Your name").fill("Katrin Vogel");
  await page.locator("main").getByLabel("Email").fill("katrin@example.org");
  await page.locator("main").getByLabel("Day").fill("2026-12-24");
  await page.locator("main").getByLabel("Seats").fill("2");
  await page.locator("main").getByLabel("Language").selectOption({ label: "French" });
  await page.locator("main").getByLabel("at the door").check();
  await page.locator("main").getByLabel("guide").check();
  await page.locator("main").getByLabel("catalogue").check();
  await page.locator("main").getByLabel("I agree").check();
}
const BOOKED = {
  form: "booking",
  page: "/booking/",
  name: "Katrin Vogel",
  email: "katrin@example.org",
  day: "2026-12-24",
  seats: "2",
  language: "fr",
  way: "at the door",
  extras: ["guide", "catalogue"],
  terms: "yes",
};
/** Nobody is as quick as a test. */
const waitLikeAVisitor = (page: Page) => page.waitForFunction(() => performance.now() > 3000);

describe("with script", () => {
  let page: Page;
  beforeAll(async () => {
    page = await open();
    await page.locator("main").getByLabel("Your name").focus();
    await page.waitForFunction(() => document.querySelector<HTMLFormElement>("main form")?.noValidate);
  });
  afterAll(() => page.context().close());

  test("everything wrong is said at its field and in a list; the first field has the focus", async () => {
    await page.locator("main").getByLabel("Email").fill("katrin@local");
    await page.locator("main").getByLabel("Seats").fill("9");
    await form(page).getByRole("button", { name: "Send" }).click();
    await expect.poll(() => state(page)).toBe("invalid");
    const name = page.locator("main").getByLabel("Your name");
    expect(await name.evaluate((control) => control === document.activeElement)).toBe(true);
    const shown = await form(page)
      .locator("[data-field]")
      .evaluateAll((boxes) =>
        boxes.flatMap((box) => {
          const error = box.querySelector(".field__error");
          const described = error && box.parentElement?.querySelector(`[aria-describedby~="${error.id}"]`);
          return error ? [`${box.getAttribute("data-field")}: ${error.textContent} ${described?.localName}`] : [];
        }),
      );
    expect(shown).toEqual([
      "name: Who is coming? input",
      "email: Please enter an email address such as name@example.org. input",
      "day: Please fill in this field. input",
      "seats: The most is 8. input",
      "way: Please fill in this field. fieldset",
      "terms: Please tick this box. input",
    ]);
    expect(await form(page).locator("[aria-invalid]").count()).toBe(5);
    expect(await form(page).locator("[role=status] li").allTextContents()).toEqual([
      "Your name: Who is coming?",
      "Email: Please enter an email address such as name@example.org.",
      "Day: Please fill in this field.",
      "Seats: The most is 8.",
      "Tickets: Please fill in this field.",
      "I agree to the terms. Please tick this box.",
    ]);
    const email = page.locator("main").getByLabel("Email");
    const describedBy = ((await email.getAttribute("aria-describedby")) ?? "").split(" ");
    expect(describedBy.map((id) => id.replace(/.*-/, ""))).toEqual(["help", "error"]);
    await form(page).locator("[role=status]").getByRole("link", { name: "Tickets" }).click();
    expect(await page.evaluate(() => document.activeElement?.getAttribute("value"))).toBe("by mail");
  });

  test("half a seat is none", async () => {
    await page.locator("main").getByLabel("Seats").fill("1.5");
    await form(page).getByRole("button", { name: "Send" }).click();
    const error = form(page).locator("[data-field=seats] .field__error");
    await expect.poll(() => error.textContent()).toBe("Please enter a number in steps of 1.");
  });

  test("sent at once, before its code is there: the form's own messages, not the browser's", async () => {
    const page = await open();
    await page.keyboard.press("Shift");
    await page.waitForFunction(() => document.documentElement.dataset.status === "idle");
    await form(page).evaluate((element: HTMLFormElement) => element.requestSubmit());
    await expect.poll(() => state(page)).toBe("invalid");
    expect(await form(page).locator("[role=status] li").count()).toBe(5);
    expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
    await page.context().close();
  });

  test("axe finds nothing in a form with faults", async () => {
    await page.evaluate(readFileSync(join(ROOT, "node_modules/axe-core/axe.min.js"), "utf8"));
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: { run(of: string): Promise<{ violations: { id: string }[] }> } };
      return (await axe.run("main form")).violations.map(({ id }) => id);
    });
    expect(found).toEqual([]);
  });

  test("a message goes as soon as its field is right", async () => {
    await page.locator("main").getByLabel("Seats").fill("8");
    await page.locator("main").getByLabel("by mail").check();
    await expect.poll(() => form(page).locator(".field__error").count()).toBe(4);
    expect(await form(page).locator("[data-field=way]").getAttribute("aria-describedby")).toBeNull();
    expect(kept()).toEqual([]);
  });

  test("a form that is right is sent in place, and thanked for", async () => {
    await fill(page);
    await waitLikeAVisitor(page);
    await form(page).getByRole("button", { name: "Send" }).click();
    await expect.poll(() => state(page)).toBe("success");
    expect(await form(page).locator("[role=status]").textContent()).toBe(FORM_WORDS.form_success);
    expect(await page.locator("main").getByLabel("Your name").inputValue()).toBe("");
    expect(kept()).toEqual([{ received: expect.any(String), ...BOOKED }]);
  });

  test("what the endpoint finds is shown like what the browser finds", async () => {
    await page.route("**/forms/booking", (route) =>
      route.fulfill({ status: 422, json: { ok: false, faults: { day: "form_wrong_date", other: "x" } } }),
    );
    await fill(page);
    await form(page).getByRole("button", { name: "Send" }).click();
    await expect.poll(() => form(page).locator(".field__error").allTextContents()).toEqual(["Please enter a date."]);
    await page.unroute("**/forms/booking");
  });

  test("when sending fails the input stays, and an address is offered with it", async () => {
    await page.route("**/forms/booking", (route) => route.fulfill({ status: 500 }));
    await fill(page);
    await page.locator("main").getByLabel("Message").fill("Seven of us.");
    await form(page).getByRole("button", { name: "Send" }).click();
    await expect.poll(() => state(page)).toBe("error");
    expect(await form(page).locator("[role=status] a").getAttribute("href")).toBe(
      "mailto:visit@museum.example?body=Seven%20of%20us.",
    );
    expect(await page.locator("main").getByLabel("Message").inputValue()).toBe("Seven of us.");
    await page.unroute("**/forms/booking");
  });

  test("the mail has the beginning of a long text, without half of a character", async () => {
    const message = page.locator("main").getByLabel("Message");
    await page.route("**/forms/booking", async (route) => {
      await message.evaluate((element: HTMLTextAreaElement) => {
        element.value = `${"a".repeat(1499)}🛒`;
      });
      await route.fulfill({ status: 500 });
    });
    await fill(page);
    await form(page).getByRole("button", { name: "Send" }).click();
    await expect.poll(() => form(page).locator("[role=status] a").getAttribute("href")).toMatch(/\?body=a{1499}$/);
    await message.fill("");
    await page.unroute("**/forms/booking");
  });
});

test("a form in a block without code of its own is checked too, and leads to the page that follows", async () => {
  const page = await open();
  const footer = page.locator("footer form");
  expect(await footer.getAttribute("class")).toBe("footer-form");
  await footer.getByLabel("Your name").focus();
  await expect.poll(() => footer.evaluate((element: HTMLFormElement) => element.noValidate)).toBe(true);
  await footer.getByRole("button", { name: "Send" }).click();
  await expect.poll(() => footer.getAttribute("data-state")).toBe("invalid");
  await page.route("**/forms/booking", (route) => route.fulfill({ json: { ok: true } }));
  await footer.getByLabel("Your name").fill("Katrin");
  await footer.getByLabel("Email").fill("katrin@example.org");
  await footer.getByLabel("Day").fill("2026-12-24");
  await footer.getByLabel("by mail").check();
  await footer.getByLabel("I agree").check();
  await footer.getByRole("button", { name: "Send" }).click();
  await page.waitForURL(`${origin}/`);
  await page.context().close();
});

test("without script it is posted, and answered with a page in the site's words", async () => {
  const before = kept().length;
  const page = await open({ javaScriptEnabled: false });
  await fill(page);
  await page.locator("main").getByLabel("Email").fill("katrin@local");
  await form(page).getByRole("button", { name: "Send" }).click();
  expect(await page.locator("h1").textContent()).toBe("Please check the marked fields.");
  expect(await page.locator("li").allTextContents()).toEqual([
    "Email: Please enter an email address such as name@example.org.",
  ]);
  await page.goBack();
  await page.locator("main").getByLabel("Email").fill("katrin@example.org");
  await form(page).getByRole("button", { name: "Send" }).click();
  expect(await page.locator("h1").textContent()).toBe("Thank you. Your message has arrived.");
  expect(kept().slice(before)).toEqual([{ received: expect.any(String), ...BOOKED }]);
  await page.context().close();
});

test("only the page with the form, and only at its focus, loads the form's code", async () => {
  const scripts = fg.sync("_assets/**/*.js", { cwd: site.out });
  const has = (text: string) => scripts.filter((file) => site.read(file).includes(text));
  expect(has("[data-form-status]")).toHaveLength(1);
  const page = await (await browser.newContext()).newPage();
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname.slice(1)));
  await page.goto(`${origin}/booking/`);
  await page.keyboard.press("Shift");
  await page.locator("html[data-whole]").waitFor({ state: "attached" });
  expect(loaded).not.toContain(has("[data-form-status]")[0]);
  await page.context().close();
});

test("the function answers with the form", async () => {
  const outfile = join(site.dir, "function.mjs");
  await build({
    entryPoints: [join(site.dir, "functions/booking.ts")],
    outfile,
    bundle: true,
    platform: "neutral",
    alias: { "sitegen-storyblok/forms": join(ROOT, "src/exports/forms.ts") },
  });
  const { respond } = await import(pathToFileURL(outfile).href);
  const { form: _, page: __, ...values } = BOOKED;
  const headers = { accept: "application/json", "content-type": "application/json" };
  const ask = (body: object) =>
    respond(new Request("https://x.example/forms/booking", { method: "POST", headers, body: JSON.stringify(body) }));
  expect(await (await ask(values)).json()).toEqual({ ok: true });
  expect(await (await ask({ ...values, name: "" })).json()).toEqual({ ok: false, faults: { name: "booking_who" } });
});

test("every word is in the table", () => {
  const table = Object.fromEntries(
    [...guide.matchAll(/^\| `(form_\w+)` \| (.+) \|$/gm)].map(([, a = "", b]) => [a, b]),
  );
  expect(table).toEqual(FORM_WORDS);
});

test("what a form posts to is no link to a page", () => {
  expect(problems.filter(({ code }) => code === "CONTENT_BROKEN_ADDRESS")).toEqual([]);
});
