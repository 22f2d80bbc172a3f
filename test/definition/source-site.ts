/** A shop whose products come from an API of its own, with things in its code that no browser may get. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What may be in no published file. */
export const PLANTED = "planted-secret";

export interface Product {
  sku: string;
  price: number;
  category: string;
  /** No page shows it. */
  cost: string;
}

export interface ShopApi {
  url: string;
  /** Its next answers. */
  answer: { products: Product[]; status: number; body: string | null; hangs: boolean };
  /** Keys that were sent. */
  keys: string[];
  /** Requests that were given up by the one who asked. */
  aborted: number;
  close(): Promise<void>;
}

export const product = (number: number, price: number, category = "lamp"): Product => ({
  sku: `A-${number}`,
  price,
  category,
  cost: `${PLANTED}-cost-${number}`,
});

export async function startShopApi(products: Product[]): Promise<ShopApi> {
  const keys: string[] = [];
  const api: ShopApi = {
    url: "",
    answer: { products, status: 200, body: null, hangs: false },
    keys,
    aborted: 0,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  const server = createServer((request, response) => {
    keys.push(String(request.headers.authorization));
    const { answer } = api;
    if (answer.hangs) {
      response.on("close", () => {
        api.aborted += 1;
      });
      return;
    }
    response.writeHead(answer.status, { "content-type": answer.body === null ? "application/json" : "text/html" });
    response.end(answer.body ?? JSON.stringify(answer.products));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  api.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return api;
}

/** The definition; `more` are further keys of the source. */
export const shopSite = (more = "") => `import { defineSite } from "sitegen-storyblok";
import { defineSource } from "./again.ts";
import { askApi, client } from "./api.ts";

const OWN = "${PLANTED}-constant";
const started = client("${PLANTED}-effect");
function helper(values) { return values.map((one) => ({ ...one, sku: one.sku.replace("${PLANTED}-helper", "") })); }

export default defineSite({
  languages: [{ code: "en" }, { code: "fr" }],
  global: null,
  pageTypes: { page: {} },
  sources: {
    products: defineSource({
      load: async ({ env, signal, previous }) => {
        if (OWN === "${PLANTED}-inline") return previous;
        return helper(await askApi(env, signal, started));
      },
      key: (product) => product.sku,
      ${more}
    }),
  },
});
`;

export const SHOP_FILES = {
  "site.ts": shopSite(),
  // The function may come from a module of the site's own.
  "again.ts": 'export { defineSource } from "sitegen-storyblok";\n',
  "api.ts": `import { readFileSync } from "node:fs";
export const client = (key) => { globalThis.shopClients = (globalThis.shopClients ?? 0) + 1; return key + readFileSync.name; };
client("${PLANTED}-module");
export async function askApi(env, signal) {
  const response = await fetch(env.SHOP_URL, { signal, headers: { authorization: env.SHOP_KEY ?? "" } });
  return response.json();
}
`,
  "blocks/offer/offer.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { sku: text(), title: text() } });
`,
  "blocks/offer/offer.data.ts": `export const data = ({ sku }, reader) => {
  const found = reader.source("products").get(sku);
  return found ? { price: found.price } : null;
};
`,
  "blocks/offer/offer.tsx": `import { editable } from "sitegen-storyblok/kit";
export default function Offer(props) { return <p {...editable(props)}>{[props.title, props.sku, "costs", props.data ? props.data.price : "nothing"].join(" ")}</p>; }
`,
  "blocks/range/range.schema.ts": `import { defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { category: text() } });
`,
  "blocks/range/range.data.ts": `export const data = ({ category }, reader) => {
  const products = reader.source("products");
  const list = category === "" ? products.all() : products.where({ category });
  return list.map(({ sku, price }) => sku + "=" + price);
};
`,
  "blocks/range/range.tsx": "export default function Range({ data }) { return <p>{data.join(' ')}</p>; }\n",
  "blocks/total/total.schema.ts": `import { defineBlock } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: {} });
`,
  "blocks/total/total.data.ts": 'export const data = (_, reader) => reader.source("products").total();\n',
  "blocks/total/total.tsx": "export default function Total({ data }) { return <p>{data + ' products'}</p>; }\n",
};

const page = (...body: object[]) => ({ content: { component: "page", body } });
export const offer = (sku: string, title = "") => ({ component: "offer", _uid: `offer-${sku}`, sku, title });
const range = (category: string) => ({ component: "range", _uid: `range-${category}`, category });

export const SHOP_STORIES = {
  home: page({ component: "hero-section", headline: "Shop" }),
  one: page(offer("A-1")),
  two: page(offer("A-2")),
  missing: page(offer("A-99")),
  lamps: page(range("lamp")),
  all: page(range("")),
  count: page({ component: "total", _uid: "total" }),
};
