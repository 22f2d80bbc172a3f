import type { ContentReader } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { shownProduct } from "../../parts/shown-product.ts";
import type { schema } from "./product-row.schema.ts";

/** The products that the editor named, as the shop has them now. */
export function data({ skus }: Pick<PropsOf<typeof schema>, "skus">, reader: ContentReader) {
  const source = reader.source("products");
  const named = [...new Set(skus.split(/[\s,]+/))].flatMap((sku) => source.get(sku) ?? []);
  return named.map((product) => shownProduct(product, reader));
}
