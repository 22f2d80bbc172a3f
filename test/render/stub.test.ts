import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { HtmlValidate } from "html-validate";
import type { BrowserContext } from "playwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { StubTargets } from "../../src/generate/outputs/redirects.ts";
import { loadStub, stubTargets } from "../../src/generate/outputs/redirects.ts";
import { buildRedirects } from "../../src/redirects/build.ts";
import { contentSecurityPolicy } from "../../src/render/hosts/headers.ts";
import { scriptHashes } from "../../src/render/script-hashes.ts";
import { anyText } from "../helpers/any-text.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { address, definition } from "../helpers/definition.ts";
import { shareOf } from "../helpers/exhaustive.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

const TEMPLATES = fileURLToPath(new URL("../../templates/", import.meta.url));
const STUB = loadStub(join(TEMPLATES, "redirect.html"));
const ORIGIN = { origin: "https://www.example.org", base: "/" };
const MOVED: Record<string, string> = { en: "This page has moved", de: "Diese Seite ist umgezogen" };
const siteAt = (base: string, origin: string) => ({
  address: address(base, origin),
  moved: (lang: string) => MOVED[lang] ?? "",
});
const SITE = siteAt("/", "https://www.example.org");
const GERMAN = { query: [["lang", "de"]], to: "/de/agb/" } as const;

const stub = (given: Partial<StubTargets>): StubTargets => ({ from: "/old/", to: "/team/", conditions: [], ...given });

describe("what stands in it", () => {
  test("canonical, refresh, link, and the targets as data", () => {
    const html = STUB(stub({ to: "/terms/?a=1&b=2#c", conditions: [GERMAN] }), SITE);
    expect(html).toContain('<link rel="canonical" href="https://www.example.org/terms/?a=1&amp;b=2">');
    expect(html).toContain('<meta http-equiv="refresh" content="0; url=/terms/?a=1&amp;b=2#c">');
    expect(html).toContain('<a href="/terms/?a=1&amp;b=2#c">');
    expect(html).toContain('<a href="/de/agb/">');
    expect(html).toContain('{"to":"/terms/?a=1&b=2#c","rules":[{"query":[["lang","de"]],"to":"/de/agb/"}]}');
    expect(html).toContain('<html lang="en">');
  });

  test("it speaks the language of its target, and the base is put before site paths only", () => {
    const german = STUB(stub({ to: "/de/agb/" }), siteAt("/sub/", ""));
    expect(german).toContain('<html lang="de">');
    expect(german).toContain('href="/sub/de/agb/"');
    const away = STUB(stub({ to: "https://other.example/x" }), siteAt("/sub/", "https://www.example.org"));
    expect(away).toContain('<link rel="canonical" href="https://other.example/x">');
  });

  test("it is valid HTML", async () => {
    const validator = new HtmlValidate({
      extends: ["html-validate:standard"],
      rules: { "script-type": "off", "meta-refresh": "off" },
    });
    const report = await validator.validateString(STUB(stub({ conditions: [GERMAN] }), SITE));
    expect(
      report.results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => `${ruleId}: ${message}`)),
    ).toEqual([]);
  });

  test("whatever the rule says, nothing ends an attribute, the data or the comment", () => {
    const text = fc.oneof(
      anyText,
      fc
        .array(
          fc.constantFrom(
            "</script>",
            "<!--",
            "-->",
            '"',
            "'",
            "javascript:alert(1)",
            "/",
            "//",
            "&quot;",
            "https://x.example/",
            "$&",
            "{{title}}",
            "\u2028",
            "?",
            "#",
          ),
        )
        .map((parts) => parts.join("")),
    );
    const clean = STUB(stub({ conditions: [GERMAN] }), SITE).match(/<[a-z/!]/g)?.length;
    fc.assert(
      fc.property(text, text, (to, value) => {
        const raw = { from: "/old", status: "", where: "f:1" };
        const rules = [
          { ...raw, to: to.startsWith("/") ? to : `/${to}`, query: "" },
          { ...raw, to: "/de/agb/", query: `lang=${encodeURIComponent(value.replace(/\p{Cs}/gu, ""))}` },
        ];
        const built = buildRedirects({ rules, renames: [], livePaths: new Set(), definition, ...ORIGIN }).rules;
        if (built.length < 2) return;
        const [targets = stub({})] = stubTargets(built, new Set());
        const html = STUB(targets, SITE);
        expect(html.match(/<[a-z/!]/g)?.length).toBe(clean);
        expect(html).not.toMatch(/(href|content|url)=["']?\s*javascript:/i);
      }),
      { seed: 4, numRuns: propertyRuns(400) },
    );
  });
});

describe("in a browser, under the policy of the host files", () => {
  let browser: TestBrowser;
  let server: Server;
  let origin: string;
  const stubs: Record<string, StubTargets> = {
    "/old/": stub({}),
    "/terms/": stub({ to: "/terms-new/", conditions: [GERMAN] }),
    "/both/": stub({
      conditions: [
        {
          query: [
            ["a", "1"],
            ["b", "2"],
          ],
          to: "/both-hold/",
        },
      ],
    }),
    "/own/": stub({ to: "/insights/?cat=mlops#list" }),
  };

  beforeAll(async () => {
    browser = await launchBrowser();
    server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "/", "http://127.0.0.1");
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.setHeader("content-security-policy", contentSecurityPolicy({ scriptHashes: scriptHashes(TEMPLATES) }));
      const found = stubs[pathname];
      response.end(found ? STUB(found, siteAt("/", "")) : `<!doctype html><title>${pathname}</title>`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    stubs["/away/"] = stub({ to: `http://localhost:${(server.address() as AddressInfo).port}/elsewhere/?x=1` });
  });
  afterAll(async () => {
    await browser.close();
    server.close();
    server.closeAllConnections();
  });

  async function arrive(context: BrowserContext, path: string): Promise<string> {
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    await page.goto(origin + path, { waitUntil: "commit" });
    await page.waitForFunction(() => !document.querySelector("#redirect") && document.title !== "");
    const url = page.url().replace(origin, "");
    expect(complaints.filter((text) => /content security/i.test(text))).toEqual([]);
    await page.close();
    return url;
  }

  const LEADING = [
    ["/old/", "/team/"],
    ["/old/?utm=1&x=%22#frag", "/team/?utm=1&x=%22#frag"],
    ["/terms/", "/terms-new/"],
    ["/terms/?lang=de", "/de/agb/?lang=de"],
    ["/terms/?a=b&lang=de#c", "/de/agb/?a=b&lang=de#c"],
    ["/terms/?lang=en", "/terms-new/?lang=en"],
    ["/both/?b=2&a=1", "/both-hold/?b=2&a=1"],
    ["/both/?a=1", "/team/?a=1"],
    ["/own/", "/insights/?cat=mlops#list"],
    ["/own/?x=1#y", "/insights/?cat=mlops&x=1#y"],
  ] as const;
  test.each(shareOf(LEADING, 0, 3))("%s leads to %s", async (from, to) => {
    const context = await browser.newContext();
    expect(await arrive(context, from)).toBe(to);
    await context.close();
  });

  test("another host is reached too", async () => {
    const context = await browser.newContext();
    expect(await arrive(context, "/away/?y=2")).toMatch(/^http:\/\/localhost:\d+\/elsewhere\/\?x=1&y=2$/);
    await context.close();
  });

  test("without script the refresh leads to the plain target", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(`${origin}/terms/?lang=de`);
    await page.waitForURL(`${origin}/terms-new/`);
    await context.close();
  });

  test("the stub leaves no trace in the history", async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`${origin}/start/`);
    await page.goto(`${origin}/old/`, { waitUntil: "commit" });
    await page.waitForURL(`${origin}/team/`);
    await page.goBack();
    expect(page.url()).toBe(`${origin}/start/`);
    await context.close();
  });
});
