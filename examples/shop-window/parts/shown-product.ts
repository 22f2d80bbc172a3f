import type { ContentReader } from "sitegen-storyblok/kit";
import type { Product } from "../sources/products.ts";

/** A product in a list. */
export interface ShownProduct {
  sku: string;
  href: string;
  name: string;
  price: number;
  picture: string;
  glaze: string;
  stock: number;
}

type Addresses = Pick<ContentReader, "href">;

export const productPath = (sku: string): string => `/pots/${sku.toLowerCase()}/`;
export const picturePath = (sku: string): string => `pictures/${sku.toLowerCase()}.svg`;

export function shownProduct({ sku, name, price, glaze, stock }: Product, reader: Addresses): ShownProduct {
  return {
    sku,
    name,
    price,
    glaze,
    stock,
    href: reader.href(productPath(sku)),
    picture: pictureHref(sku, reader),
  };
}

/** Pictures are files of an output (outputs/pictures.ts), below the site's base. */
export const pictureHref = (sku: string, reader: Addresses): string => reader.href("/") + picturePath(sku);
