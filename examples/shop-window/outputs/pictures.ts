import { defineOutput } from "sitegen-storyblok";
import { drawPot, drawStillLife, type Pot } from "../parts/draw-pot.ts";
import { picturePath } from "../parts/shown-product.ts";
import type { Product } from "../sources/products.ts";

/** The pots of the still life on the home page. */
const ARRANGED = ["BT-01", "MN-02", "JG-19", "BW-07", "CP-12"];
const STILL_LIFE = "still-life";

const potOf = ({ sku, form, glaze }: Product): Pot => ({ form, glaze, seed: sku });

/** A drawing of each product, made of its form and its glaze; another price draws nothing anew. */
export const pictures = defineOutput({
  name: "pictures",
  keys: (reader) => [
    STILL_LIFE,
    ...reader
      .source("products")
      .all()
      .map(({ sku }) => sku),
  ],
  make(key, reader) {
    const products = reader.source("products");
    if (key === STILL_LIFE) {
      const pots = ARRANGED.flatMap((sku) => products.get(sku) ?? []).map(potOf);
      return { path: `pictures/${STILL_LIFE}.svg`, body: drawStillLife(pots) };
    }
    const product = products.get(key);
    return product ? { path: picturePath(key), body: drawPot(potOf(product)) } : null;
  },
});
