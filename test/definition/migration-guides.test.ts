/** docs/from-nuxt.md and docs/from-astro.md, word by word: what their code becomes, as two sites. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { type ForeignSite, foreignSite, heroPage } from "./foreign-site.ts";

function filesIn(guide: string): Record<string, string> {
  const shown = readFileSync(join(ROOT, "docs", guide), "utf8").matchAll(/^```\w+ file=(\S+)\n([\s\S]*?)^```/gm);
  return Object.fromEntries([...shown].map(([, path = "", text = ""]) => [path, text]));
}

const read = ({ out }: ForeignSite, path: string) => readFileSync(join(out, path), "utf8").replaceAll("<!-- -->", "");
const config = { site: { origin: "https://x.example", companyName: "X" } };

test("a component, a page and a layout of Nuxt", async () => {
  const shop = createServer((_, response) => response.end(JSON.stringify([{ sku: "A", amount: 40 }])));
  await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
  process.env.SHOP_URL = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
  const offer = { component: "offer", headline: "Lamp", sku: "A", delivery: { type: "doc", content: [] } };
  const stories = { home: { content: { component: "page", title: "Our offer", body: [offer] } } };
  const site = await foreignSite({ config, stories, files: filesIn("from-nuxt.md") });
  try {
    const html = read(site, "index.html");
    expect(html).toMatch(
      /<header><a href="\/">X<\/a><\/header>[\s\S]*<h2>Lamp<\/h2><p>40 €<\/p><button type="button">/,
    );
  } finally {
    site.close();
    delete process.env.SHOP_URL;
    await new Promise((done) => shop.close(done));
  }
});

test("a component, a page of tags and a file of Astro", async () => {
  const latest = { component: "latest", headline: "New" };
  const stories = {
    home: { name: "Home", content: { component: "page", body: [latest] } },
    "articles/a": { ...heroPage("A"), name: "A", tags: ["wood"] },
    "articles/b": { ...heroPage("B"), name: "B", tags: ["wood", "wool"] },
  };
  const site = await foreignSite({ config, stories, files: filesIn("from-astro.md") });
  try {
    expect(read(site, "index.html")).toMatch(/class="latest"[^>]*><h2>New<\/h2><ul><li><a href="\/articles\/[ab]\/">/);
    expect(read(site, "tags/wood/index.html")).toContain("<h1>wood (2)</h1>");
    expect(JSON.parse(read(site, "names.json")).sort()).toEqual(["A", "B", "Home"]);
  } finally {
    site.close();
  }
});
