/**
 * The sample in WebKit, where Debian's packages for it are installed.
 * `npm test` has test/e2e/history.test.ts and test/e2e/navigation.test.ts.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleSite } from "../helpers/sample-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { HAS_WEBKIT, openWebkit, type WebkitPage } from "../helpers/webkit.ts";

describe.skipIf(!HAS_WEBKIT)("in WebKit", () => {
  let server: StaticServer;
  let page: WebkitPage;
  beforeAll(async () => {
    server = await startStaticServer(await sampleSite(), "/");
    page = await openWebkit();
  });
  afterAll(async () => {
    await page?.close();
    await server?.close();
  });

  const open = async (path: string) => {
    await page.goto(server.origin + path);
    await page.run("window.isSame = true; dispatchEvent(new Event('mousemove'));");
    await expect.poll(() => page.run("return document.documentElement.dataset.status"), WAIT).toBe("idle");
  };
  const follow = (path: string) =>
    page.run("document.querySelector('footer a[href=' + JSON.stringify(arguments[0]) + ']').click();", path);
  const scrollTo = (top: number) => page.run("window.scrollTo({ top: arguments[0], behavior: 'instant' });", top);
  const where = () =>
    page.run("return [location.pathname, Math.round(scrollY), window.isSame === true]").catch(() => null);
  const WAIT = { timeout: 10_000 };

  test("links change the page in the app, and Back is where it was left", async () => {
    await open("/pricing/");
    await scrollTo(700);
    await follow("/careers/");
    await expect.poll(where, WAIT).toEqual(["/careers/", 0, true]);
    expect(await page.run("return document.querySelector('main h1').textContent")).toContain("Work on things");
    // By script: WebKit's own Back leaves out a page on which nobody has really clicked.
    await page.run("history.back();");
    await expect.poll(where, WAIT).toEqual(["/pricing/", 700, true]);
  });

  test("a page from the browser's cache is where it was left", async () => {
    await open("/pricing/");
    await scrollTo(700);
    await page.goto(`${server.origin}/robots.txt`);
    await page.back();
    await expect.poll(where, WAIT).toEqual(["/pricing/", 700, true]);
  });

  test("the contact overlay opened from the menu leaves a page that answers", async () => {
    await open("/pricing/");
    const isInert = () => page.run("return document.querySelector('#main').inert");
    await page.run("document.querySelector('.burger').click();");
    await expect.poll(isInert, WAIT).toBe(true);
    await page.run("document.querySelector('.menu__talk').click();");
    await page.run("document.querySelector('#contact-overlay').close();");
    await expect.poll(isInert, WAIT).toBe(false);
  });

  test("the cookie settings have room for their categories", async () => {
    await open("/pricing/");
    await page.run("document.querySelector('[data-cookie-settings]').click();");
    const isSeen = `const category = document.querySelector("#cc-main .pm__section--toggle")?.getBoundingClientRect();
      if (!category) return false;
      const there = document.elementFromPoint(category.left + 40, category.top + 20);
      return there?.closest(".pm__section--toggle") !== null;`;
    await expect.poll(() => page.run(isSeen), WAIT).toBe(true);
    const beside =
      "const body = document.querySelector('#cc-main .pm__body'); return body.scrollWidth - body.clientWidth;";
    expect(await page.run(beside)).toBe(0);
  });

  test("the search finds what is typed", async () => {
    await open("/search/");
    await page.run(`const input = document.querySelector("main input");
      input.focus();
      document.execCommand("insertText", false, "bearing");`);
    await expect.poll(() => page.run("return document.querySelectorAll('main mark').length > 0"), WAIT).toBe(true);
  });
});
