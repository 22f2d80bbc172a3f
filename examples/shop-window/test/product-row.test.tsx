import { renderBlock } from "sitegen-storyblok/testing";
import { expect, test } from "vitest";
import { schema } from "../blocks/product-row/product-row.schema.ts";
import { ProductRow } from "../blocks/product-row/product-row.tsx";

test("a product has its price, and says when it is one of the last", () => {
  const mug = { sku: "M", href: "/pots/m/", name: "Mug", price: 22, picture: "/m.svg", glaze: "moss", stock: 30 };
  const html = renderBlock({
    schema,
    component: ProductRow,
    content: { headline: "New", skus: "M, J" },
    data: [mug, { ...mug, sku: "J", name: "Jar", price: 120, stock: 1 }],
  });
  expect(html).toContain("£22");
  expect(html.match(/The last/g)).toHaveLength(1);
  expect(html).toContain("The last one");
});
