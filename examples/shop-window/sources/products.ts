import { defineSource } from "sitegen-storyblok";
import copy from "../api/products.json";
import { bandOf } from "../parts/filters.ts";

/** What the shop's own system says of a product. */
export interface ShopProduct {
  sku: string;
  name: string;
  category: string;
  /** Pounds. */
  price: number;
  form: string;
  glaze: string;
  /** Centimetres. */
  height: number;
  /** Millilitres; null for what holds nothing. */
  holds: number | null;
  stock: number;
  text: string;
}

/** The price's band is kept beside it, so that a list of one band is asked for by value. */
export interface Product extends ShopProduct {
  band: string;
}

const withBand = (products: readonly ShopProduct[]): Product[] =>
  products.map((product) => ({ ...product, band: bandOf(product.price) }));

/** The shop's products; without its address the copy in `api/`. */
export const products = defineSource({
  load: async ({ env, signal }): Promise<Product[]> => {
    if (!env.SHOP_URL) return withBand(copy);
    const response = await fetch(`${env.SHOP_URL}/products`, { signal });
    if (!response.ok) throw new Error(`the shop answers ${response.status}`);
    return withBand((await response.json()) as ShopProduct[]);
  },
  key: ({ sku }) => sku,
  maxAge: "10m",
});
