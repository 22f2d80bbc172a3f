/** The code of docs/your-own-data.md, as it stands there. */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { foreignSite } from "./foreign-site.ts";

const page = readFileSync(resolve(import.meta.dirname, "../../docs/your-own-data.md"), "utf8");
const files = Object.fromEntries(
  [...page.matchAll(/```tsx?\n\/\/ (\S+)\n(.*?)```/gs)].map(([, path = "", code = ""]) => [path, code]),
);

test("makes the pages that it promises", async () => {
  expect(Object.keys(files)).toEqual([
    "sources/products.ts",
    "site.ts",
    "blocks/offer/offer.schema.ts",
    "blocks/offer/offer.data.ts",
    "blocks/offer/offer.tsx",
  ]);
  const asked: string[] = [];
  const lamp = { sku: "A-1", name: "Lamp", price: 40, category: "lamp" };
  const products = [lamp, { ...lamp, sku: "A-2" }, { ...lamp, sku: "B-1", category: "chair" }];
  const shop = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization}`);
    response.end(JSON.stringify(products));
  });
  await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
  const env = { SHOP_URL: `http://127.0.0.1:${(shop.address() as AddressInfo).port}`, SHOP_KEY: "key" };
  Object.assign(process.env, env);
  const offer = { component: "offer", _uid: "o", sku: "A-1" };
  const stories = { home: { content: { component: "page", body: [offer] } } };
  const site = await foreignSite({ stories, files });
  try {
    const text = () => readFileSync(join(site.out, "index.html"), "utf8").replaceAll("<!-- -->", "");
    expect(text()).toContain("<p>Lamp: 40 € (1 more like it, 3 in all)</p>");
    lamp.price = 45;
    await site.build();
    expect(text()).toContain("Lamp: 45 €");
    expect(asked).toEqual(["/products Bearer key", "/products Bearer key"]);
  } finally {
    site.close();
    for (const name of Object.keys(env)) delete process.env[name];
    await new Promise((done) => shop.close(done));
  }
});
