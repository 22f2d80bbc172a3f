/** What editors write is text: it is published escaped, links lead nowhere they must not, and no token is in any file. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const MARKUP = `</script></title><script>alert(1)</script><img src=x onerror=alert(2)>"' onload=alert(3) <!--<script>`;
const HREFS = [
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:alert(1)",
  "java\tscript:alert(1)",
  "\u0001javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "blob:https://x.example/1",
];

const TOKENS = { token: "delivery-1c9d", previewToken: "preview-7f3a" };

let site: SmallSite;
let printed = "";

beforeAll(async () => {
  const paragraph = (...content: object[]) => ({ type: "paragraph", content });
  const linked = (href: string) => ({
    type: "text",
    text: "rich",
    marks: [{ type: "link", attrs: { href, linktype: "url" } }],
  });
  const hero = {
    component: "hero",
    headline: MARKUP,
    text: { type: "doc", content: [paragraph({ type: "text", text: MARKUP }, ...HREFS.map(linked))] },
  };
  const links = HREFS.map((url) => ({ component: "hero", headline: "link", link: { linktype: "url", url } }));
  const custom = {
    "data-track": "top",
    "data-language-switch": "x",
  };
  const acting = {
    component: "hero",
    headline: "acting",
    link: { linktype: "url", url: "/", ...custom, onclick: "a()" },
  };
  site = await openSmallSite(
    {
      "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null,
  pageTypes: { page: { head: { title: ["title"], description: ["title"] } } } });`,
      "blocks/page/page.schema.ts": `import { defineBlock, sections, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ kind: "page", fields: { title: text(), body: sections() } });`,
      "blocks/hero/hero.schema.ts": `import { defineBlock, multilink, richtext, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: { headline: text(), text: richtext(), link: multilink() } });`,
      "blocks/hero/hero.tsx": `import { Link, RichText } from "sitegen-storyblok/kit";
export default function Hero({ headline, text, link }) {
  return <section title={headline}><h1>{headline}</h1><RichText doc={text} /><Link link={link}>x</Link></section>;
}`,
      "space/space.json": JSON.stringify({ name: "X", id: 7, version: 1_700_000_000, ...TOKENS }),
      "sitegen.config.json": JSON.stringify({
        site: { origin: "https://www.x.example", companyName: "X" },
        hosts: ["netlify", "cloudflare", "vercel", "firebase", "nginx", "apache", "serve"],
      }),
    },
    { home: { name: MARKUP, content: { component: "page", title: MARKUP, body: [hero, ...links, acting] } } },
  );
  const env = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: TOKENS.token,
    STORYBLOK_PREVIEW_TOKEN: TOKENS.previewToken,
  };
  const generated = await runHere(["generate", "--verbose"], { cwd: site.dir, env });
  printed = generated.stdout + generated.stderr;
  expect([generated.code, printed]).toEqual([0, expect.stringContaining("page")]);
});
afterAll(() => site.close());

const html = () => site.read("index.html");

describe("markup in a text", () => {
  test("is no markup of the page, its head, its data or its attributes", () => {
    expect(html()).toContain("&lt;script&gt;alert(1)");
    // Everything that a parser would take for a tag, or that would end a script.
    expect(html().match(/<script>alert|<img src=x|<\/script><\/title>|<!--<script/g)).toBeNull();
    expect(html().match(/<[a-z]+[^>"]*\son(load|error)=/g)).toBeNull();
  });

  test("does not end the data in a script element", () => {
    const scripts = [...html().matchAll(/<script\b([^>]*)>(.*?)<\/script>/gs)];
    const data = scripts.filter(([, attributes = ""]) => /application\/(ld\+)?json/.test(attributes));
    expect(data.length).toBeGreaterThan(0);
    for (const [, , text = ""] of data) expect(JSON.parse(text)).toBeTypeOf("object");
  });
});

test("a link with another scheme than http, mailto, tel and the like is no link", () => {
  expect(html().match(/rich/g)?.length).toBeGreaterThanOrEqual(HREFS.length);
  const hrefs = [...html().matchAll(/\shref="([^"]*)"/g)].map(([, href = ""]) => href);
  expect(hrefs.filter((href) => !/^(https?:\/\/|\/|#|mailto:|tel:)/.test(href))).toEqual([]);
  const payload = site.read("_payload.json");
  expect(payload).not.toMatch(/(javascript|vbscript|data:text|file:|blob:)[^<]{0,20}"\s*[,}]/i);
});

test("an attribute that an editor gave a link makes no part of the app act", () => {
  expect(html()).toContain('<a data-track="top" href="/">x</a>');
});

test("no token is in a published file, the state or what is printed", () => {
  const files = fg.sync("{out,.sitegen}/**", { cwd: site.dir, dot: true });
  expect(files.length).toBeGreaterThan(20);
  const secrets = Object.values(TOKENS);
  const found = files.filter((file) => {
    const text = readFileSync(join(site.dir, file), "latin1");
    return secrets.some((secret) => text.includes(secret));
  });
  expect(found).toEqual([]);
  expect(secrets.filter((secret) => printed.includes(secret))).toEqual([]);
});

test.each(["_headers", "vercel.json", "firebase.json", "nginx.conf", ".htaccess", "serve.json"])(
  "%s allows no inline script and no plugin",
  (file) => {
    const policy = /default-src[^\n]*/.exec(site.read(file))?.[0] ?? "";
    expect(policy).toMatch(/script-src 'self'/);
    expect(policy).toMatch(/object-src 'none'/);
    expect(policy).not.toMatch(/script-src[^;]*('unsafe-inline'|'unsafe-eval'| \*)/);
  },
);
