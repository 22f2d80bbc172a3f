/** Tags that a site gives single pages: by functions of props, and from a plugin field for search engines. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addOwnTags } from "../../src/content/page/page-head.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import { editorQuery, openEditor, startEditor } from "../e2e/fake-editor.ts";
import { whenApp } from "../e2e/site.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type ForeignSite, foreignSite } from "./foreign-site.ts";

const site = (
  head = '(props, page) => ({ title: props.name ? `${props.name} – Shop` : null, meta: props.name && [{ name: "keywords", content: `${props.name}, "shop" <x>` }, { name: "description", content: "Own" }], link: { rel: "license", href: page.absolute("/licence/") } })',
) => `
export default { languages: [{ code: "en" }], global: null, pageTypes: {
  page: { head: { title: ["seo.title"], description: ["seo.description"], image: ["seo.og_image"], noindex: "seo.hidden" } },
  product: { head: ${head} },
} };
`;

const product = (head = "") => ({
  "blocks/product/product.schema.ts": `import { defineBlock, sections, text } from "sitegen/schema";
export const schema = defineBlock({ kind: "page", ${head} fields: { name: text(), body: sections() } });
`,
});

const FILES = {
  "site.ts": site(),
  ...product(),
  "blocks/product/product.tsx": `import { Blocks } from "sitegen/kit";
export default function Product({ name, body }) { return <><h1>{name}</h1><Blocks of={body} /></>; }
`,
  "blocks/page/page.schema.ts": `import { defineBlock, plugin, sections } from "sitegen/schema";
export const schema = defineBlock({ kind: "page", fields: { seo: plugin("seo_metatags"), body: sections() } });
`,
  "blocks/offer/offer.schema.ts": `import { defineBlock, text } from "sitegen/schema";
export const schema = defineBlock({
  head: ({ price }) => price && { title: "Never: the page type's comes first", jsonLd: { "@type": "Offer", price, note: "</script>" }, meta: { property: "product:price", content: price } },
  fields: { price: text() },
});
`,
  "blocks/offer/offer.tsx": `import { editable } from "sitegen/kit";
export default function Offer(props) { return <p {...editable(props)}>{props.price}</p>; }
`,
  "blocks/go/go.schema.ts": `import { defineBlock, multilink } from "sitegen/schema";
export const schema = defineBlock({ fields: { link: multilink() } });
`,
  "blocks/go/go.tsx": "export default function Go({ link }) { return <a href={link.href}>go</a>; }\n",
};

const go = (slug: string) => ({ component: "go", _uid: `go-${slug}`, link: { linktype: "story", cached_url: slug } });
const offer = { component: "offer", _uid: "offer-1", price: "9.50" };
const STORIES = {
  home: { content: { component: "page", body: [go("lamp")] } },
  about: {
    content: {
      component: "page",
      seo: {
        plugin: "seo_metatags",
        title: "From the plugin",
        description: "Its description",
        og_image: "https://a.storyblok.com/f/7/600x300/ab/og.png",
      },
      body: [],
    },
  },
  hidden: { content: { component: "page", seo: { plugin: "seo_metatags", hidden: true }, body: [] } },
  lamp: { content: { component: "product", name: "Lamp", body: [offer, go("home")] } },
  nameless: { content: { component: "product", name: "", body: [] } },
};

let made: ForeignSite;
const editor = startEditor();
beforeAll(async () => {
  const { origin, bridgeUrl } = await editor;
  const config = {
    site: { origin: "https://x.example", companyName: "X" },
    assets: "remote",
    preview: { editorOrigins: [origin], bridgeUrl },
  };
  made = await foreignSite({ stories: STORIES, files: FILES, config });
});
afterAll(async () => {
  made?.close();
  await (await editor).close();
});

const read = (path: string) => readFileSync(join(made.out, path), "utf8");

test("a function of a page type's props gives its pages tags, escaped, in place of the usual ones of the same name", () => {
  const html = read("lamp/index.html");
  expect(html).toContain("<title>Lamp – Shop</title>");
  expect(html).toContain('<meta property="og:title" content="Lamp – Shop">');
  expect(html).toContain('<meta name="keywords" content="Lamp, &quot;shop&quot; &lt;x&gt;" data-head="">');
  expect(html.match(/name="description"/g)).toHaveLength(1);
  expect(html).toContain('<link rel="license" href="https://x.example/licence/" data-head="">');
  expect(html).toContain('<link rel="canonical" href="https://x.example/lamp/">');
  expect(read("nameless/index.html")).toContain("<title>Nameless | X</title>");
  expect(read("nameless/index.html")).not.toContain("keywords");
});

test("so does a function of a block, for each page that has it", () => {
  const html = read("lamp/index.html");
  expect(html).toContain('<meta property="product:price" content="9.50" data-head="">');
  const data = html.match(/<script type="application\/ld\+json" data-head="">(.*?)<\/script>/)?.[1] ?? "";
  expect(JSON.parse(data)).toEqual({
    "@context": "https://schema.org",
    "@type": "Offer",
    price: "9.50",
    note: "</script>",
  });
  expect(read("index.html")).not.toContain("data-head");
});

test("a path into a plugin field gives title, description, picture and noindex", () => {
  const html = read("about/index.html");
  expect(html).toContain("<title>From the plugin | X</title>");
  expect(html).toContain('<meta name="description" content="Its description">');
  expect(html).toMatch(/<meta property="og:image" content="[^"]+og[^"]*\.png"/);
  expect(read("hidden/index.html")).toContain('<meta name="robots" content="noindex">');
  expect(read("sitemap.xml")).not.toContain("hidden");
});

test("client navigation brings the tags and takes them away; the live preview keeps them", async () => {
  const { origin } = await editor;
  const [server, browser] = await Promise.all([startStaticServer(made.out, "/"), launchBrowser()]);
  try {
    const tab = await browser.newPage();
    await tab.goto(`${server.origin}/`);
    await tab.keyboard.press("Shift");
    await whenApp(tab);
    await tab.evaluate(() => Object.assign(window, { same: true }));
    await tab.getByText("go").click();
    await tab.getByText("9.50").waitFor();
    const tags = () => tab.locator("head [data-head]").evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));
    const written = [...read("lamp/index.html").matchAll(/<[^>]* data-head="">/g)].map(([tag]) => tag);
    expect((await tags()).map((tag) => tag.match(/<[^>]*>/)?.[0])).toHaveLength(written.length);
    expect(await tab.title()).toBe("Lamp – Shop");
    expect(await tab.locator('meta[name="description"]').count()).toBe(1);
    await tab.getByText("go").click();
    await expect.poll(() => tab.title(), { timeout: 30_000 }).toBe("Home | X");
    expect(await tags()).toEqual([]);
    expect(await tab.evaluate(() => "same" in window)).toBe(true);
    const visual = await openEditor(tab, origin);
    const { id } = JSON.parse(read("lamp/_payload.json")).story;
    const query = editorQuery({ storyId: id, component: "product", spaceId: 7, previewToken: "preview" });
    await visual.open(`${server.origin}/lamp/${query}`);
    const content = { component: "product", _uid: "p", name: "Lamp", body: [{ ...offer, price: "7" }] };
    await visual.send({ action: "input", story: { id, uuid: "u", name: "Lamp", full_slug: "lamp", content } });
    await tab.frameLocator("iframe").getByText("7", { exact: true }).waitFor();
  } finally {
    await browser.close();
    await server.close();
  }
});

describe("what is no tag is an error that names the file", () => {
  const build = async () => {
    try {
      await made.build();
      return "";
    } catch (error) {
      if (!(error instanceof SitegenError)) throw error;
      return error.message;
    }
  };
  test.each<[unknown, string]>([
    ["x", "site.ts: head returns no tags"],
    [{ titel: 1 }, 'site.ts: head returns "titel", but a head has title, meta, link, jsonLd.'],
    [{ title: 1 }, "site.ts: head returns a title that is no text."],
    [{ meta: [{ content: "x" }] }, "site.ts: head returns meta[0] without a name or property or itemprop."],
    [{ meta: { name: "a", content: { b: 1 } } }, "site.ts: head returns meta whose content is no text."],
    [{ meta: { "http-equiv": "refresh", content: "0" } }, 'site.ts: head returns meta with "http-equiv"'],
    [{ link: { rel: "x", href: "/", onload: "x()" } }, 'site.ts: head returns link with the attribute "onload"'],
    [{ link: { rel: "stylesheet", href: "/x.css" } }, "site.ts: head returns link that is a stylesheet"],
    [{ jsonLd: [{ a: [new Date(0)] }] }, "site.ts: head returns what JSON cannot hold: jsonLd[0].a[0] is a Date."],
  ])("%j", (tags, message) => {
    const catalogue = { heads: new Map(), files: { definition: "site.ts" } };
    const input = { page: {}, ofType: () => tags, catalogue, about: {} };
    expect(() => addOwnTags({ title: "", description: "" } as never, input as never)).toThrow(message);
  });

  test("of a page type", async () => {
    made.write("site.ts", site("() => ({ titel: 1 })"));
    expect(await build()).toContain('/lamp/: site.ts: head returns "titel", but a head has');
  });

  test("but not what an editor has typed: no number, an address with a space behind it, or with a script", async () => {
    const links =
      'link: [{ rel: "canonical", href: "https://www.a.example/x " }, { rel: "x", href: "javascript:alert(1)" }]';
    const numbers = 'meta: { name: "price", content: Number("on request") }, jsonLd: { price: Number("on request") }';
    made.write("site.ts", site(`() => ({ ${links}, ${numbers} })`));
    expect(await build()).toBe("");
    const html = read("lamp/index.html");
    expect(html).toContain('<link rel="canonical" href="https://www.a.example/x" data-head="">');
    expect(html).toContain('"price":null}');
    expect(html).not.toMatch(/javascript:|name="price"/);
  });

  test("of a block, too", async () => {
    made.write("site.ts", site("() => null"));
    for (const [path, text] of Object.entries(product("head: () => ({ link: {} }),"))) made.write(path, text);
    expect(await build()).toContain("blocks/product/product.schema.ts: head returns link without a rel.");
    for (const [path, text] of Object.entries(product('head: { title: "x" },'))) made.write(path, text);
    expect(await build()).toContain('product.schema.ts: The key "head" must be a function');
  });

  test.each([
    ['{ title: ["sea.title"] }', 'The key "pageTypes.product.head.title" names "sea", which is no field'],
    ['{ title: ["name.title"] }', 'names "name.title", but "name" is no plugin field'],
  ])("%s is an error of the definition", async (head, message) => {
    for (const [path, text] of Object.entries(product())) made.write(path, text);
    made.write("site.ts", site(head));
    expect(await build()).toContain(message);
  });
});
