// A shop's API with products in memory, and a source of them in the news site: each post shows the price of one.
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/** `change` gives the product of a post another price. */
export async function serveProducts(count) {
  const products = Array.from({ length: count }, (_, index) => ({
    ...{ sku: `P-${index}`, name: `Product ${index}`, price: 10 + index, category: `c-${index % 20}` },
    text: "Made of ash and steel, packed in paper, and sent within two days. ".repeat(2),
  }));
  const server = createServer((_, response) => response.end(JSON.stringify(products)));
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    env: { SHOP_URL: `http://127.0.0.1:${server.address().port}` },
    change(index) {
      products[index].price += 1;
    },
    close: () => server.close(),
  };
}

/** Declares the source in the site that `init --from-space` has written. */
export function addProducts(site) {
  const edit = (path, change) => writeFileSync(join(site, path), change(readFileSync(join(site, path), "utf8")));
  const load = "async ({ env, signal }) => (await fetch(env.SHOP_URL, { signal })).json()";
  const declared = `defineSource({ load: ${load}, key: ({ sku }) => sku })`;
  writeFileSync(
    join(site, "products.ts"),
    `import { defineSource } from "sitegen-storyblok";\nexport const products = ${declared};\n`,
  );
  writeFileSync(
    join(site, "blocks/article/article.data.ts"),
    `export const data = ({ sku }, reader) => reader.source("products").get(sku)?.price ?? null;\n`,
  );
  edit("blocks/article/article.tsx", (text) => text.replace(/(return \(?\s*<\w+[^>]*>)/, "$1<p>{props.data}</p>"));
  edit("site.ts", (text) => text.replace("defineSite({", "defineSite({\n  sources: { products },"));
  edit("site.ts", (text) => `import { products } from "./products.ts";\n${text}`);
}
