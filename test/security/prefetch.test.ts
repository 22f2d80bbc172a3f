/** A link to an address of the site that begins with two slashes: nothing is requested from the host after them. */
import { afterAll, expect, test } from "vitest";
import { openSite, whenApp } from "../e2e/site.ts";

const site = await openSite();
afterAll(() => site.close());

test.each(["//evil.example/x/", "/%2Fevil.example/x/", "/%2f%2Fevil.example/x/"])(
  "%s is neither prefetched nor rendered by the app",
  async (path) => {
    // As on a host that does not send the security policy, which would refuse the request.
    const visit = await site.visit({ reducedMotion: "reduce", bypassCSP: true });
    const { page } = visit;
    await page.route("http://evil.example/**", (route) => route.fulfill({ json: {} }));
    await visit.open("/pricing/");
    await page.evaluate((address) => {
      document.body.prepend(Object.assign(document.createElement("a"), { href: address, id: "evil", text: "Read on" }));
    }, site.origin + path);
    await page.locator("#evil").focus();
    await whenApp(page);
    // Links in view are prefetched in the order of the document, which it begins.
    await expect.poll(() => visit.requests.some((url) => url.includes("_payload.json"))).toBe(true);
    await page.locator("#evil").evaluate((link: HTMLElement) => link.click());
    await page.waitForURL((url) => url.pathname.includes("evil.example"));
    expect(visit.requests.filter((url) => url.startsWith("http://evil.example"))).toEqual([]);
    await visit.close();
  },
);
