/** A small site below another path: pages, code and the error page, in the app and without it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { type StaticServer, startStaticServer } from "../helpers/static-server.ts";
import { isSameDocument, mark, whenApp, whenAt } from "./site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
import { Layout, NotFound } from "./layout.tsx";
export default defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, icons: { favicon: "./icon.svg" }, layout: { Layout, NotFound } });`,
  "icon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>',
  "layout.tsx": `import { useSite } from "sitegen-storyblok/kit";
export function Layout({ children }) {
  const { shared } = useSite();
  return <>{children}<nav><a href={shared.site.base}>Home</a> <a href={shared.site.base + "second/"}>Second</a></nav></>;
}
export const NotFound = () => <h1>Nothing here</h1>;`,
};

let site: SmallSite;
let server: StaticServer;
let browser: TestBrowser;
beforeAll(async () => {
  site = await openSmallSite(FILES, { home: storyWithHeadline("Home"), second: storyWithHeadline("Second page") });
  const redirects = [{ from: "/old/", to: "/second/" }];
  await site.build({ config: { site: { companyName: "X", base: "/site/" }, redirects } });
  [browser, server] = await Promise.all([launchBrowser(), startStaticServer(site.out, "/site/")]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await site?.close();
});

test("everything stays below it", async () => {
  const page = await browser.newPage();
  const requests: string[] = [];
  const messages: string[] = [];
  page.on("response", (answer) => answer.status() >= 400 && messages.push(`${answer.status()} ${answer.url()}`));
  page.on("request", (request) => requests.push(request.url().replace(server.origin, "")));
  page.on("console", (message) => messages.push(message.text()));
  page.on("pageerror", (error) => messages.push(error.message));
  const follow = (href: string) =>
    page.evaluate((address) => {
      const link = Object.assign(document.createElement("a"), { href: address });
      document.body.append(link);
      link.click();
      link.remove();
    }, href);
  await page.goto(`${server.origin}/site/`);
  await page.keyboard.press("Shift");
  await whenApp(page);
  await mark(page);
  await page.getByRole("link", { name: "Second" }).click();
  await whenAt(page, "/site/second/");
  expect(await page.locator("h1").textContent()).toBe("Second page");
  await follow("/site/");
  await whenAt(page, "/site/");
  await follow("/site/old/?a=1");
  await whenAt(page, "/site/second/");
  expect([new URL(page.url()).search, await isSameDocument(page)]).toEqual(["?a=1", true]);
  expect(messages).toEqual([]);
  await page.goto(`${server.origin}/site/nowhere/`);
  expect(await page.locator("h1").textContent()).toBe("Nothing here");
  expect(requests.filter((url) => !url.startsWith("/site/"))).toEqual([]);
  await page.context().close();
});
