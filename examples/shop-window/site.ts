import { defineSite } from "sitegen-storyblok";
import { Layout } from "./layout/layout.tsx";
import { NotFound } from "./layout/not-found.tsx";
import { pictures } from "./outputs/pictures.ts";
import { ProductPage, type ProductPageProps } from "./pages/product.tsx";
import { ShopPage, type ShopPageProps } from "./pages/shop.tsx";
import { BANDS, CATEGORIES, type Filter, listPath, listTitle } from "./parts/filters.ts";
import { productPath, shownProduct } from "./parts/shown-product.ts";
import { products } from "./sources/products.ts";

const sources = { products };

declare module "sitegen-storyblok" {
  interface Register {
    sources: typeof sources;
  }
}

const ANY = [undefined];

export default defineSite({
  languages: [{ code: "en", locale: "en-GB" }],
  global: null,
  sources,
  pageTypes: { page: { order: "position", head: { title: ["title"], description: ["description"] } } },
  layout: {
    Layout,
    NotFound,
    data: (reader) => ({
      menu: reader.pages({ type: "page", depth: 1 }).map(({ name, path }) => ({ name, href: reader.href(path) })),
    }),
  },
  routes: [
    {
      // A page for each choice of the filters that finds something.
      paths: (reader) =>
        [...ANY, ...CATEGORIES].flatMap((category) =>
          [...ANY, ...BANDS].flatMap((band) => {
            const filter = { ...(category && { category: category.code }), ...(band && { band: band.code }) };
            const found = Object.keys(filter).length === 0 || reader.source("products").where(filter).length > 0;
            return found ? [{ path: listPath(filter), ...filter }] : [];
          }),
        ),
      page: ShopPage,
      data: (reader, { category, band }) => {
        const filter = { ...(category && { category }), ...(band && { band }) };
        const source = reader.source("products");
        const find = (one: Filter) => (Object.keys(one).length === 0 ? source.all() : source.where({ ...one }));
        return {
          category,
          band,
          products: find(filter).map((product) => shownProduct(product, reader)),
          // Each filter's choices that find something beside the other's.
          categories: [...new Set(find(band ? { band } : {}).map((product) => product.category))],
          bands: [...new Set(find(category ? { category } : {}).map((product) => product.band))],
        };
      },
      head: ({ category, band, products: found }: ShopPageProps) => ({
        title: listTitle({ category, band }),
        description: `${found.length} pots from our wheel: ${found
          .slice(0, 3)
          .map(({ name }) => name)
          .join(", ")}.`,
      }),
    },
    {
      paths: (reader) =>
        reader
          .source("products")
          .all()
          .map(({ sku }) => ({ path: productPath(sku), sku })),
      page: ProductPage,
      hydrate: false,
      data: (reader, { sku = "" }) => {
        const source = reader.source("products");
        const product = source.get(sku);
        if (!product) return { product: null, others: [] };
        const others = source.where({ category: product.category }).filter((other) => other.sku !== sku);
        // Without prices: those of others are not this page's to repeat.
        const named = others.slice(0, 4).map((other) => {
          const { href, name, picture } = shownProduct(other, reader);
          return { href, name, picture };
        });
        return { product: { ...product, ...shownProduct(product, reader) }, others: named };
      },
      head: ({ product }: ProductPageProps) => ({ title: product?.name ?? "", description: product?.text ?? "" }),
    },
  ],
  outputs: [pictures],
  styles: ["./styles/site.css"],
  icons: { favicon: "./icons/favicon.svg" },
});
