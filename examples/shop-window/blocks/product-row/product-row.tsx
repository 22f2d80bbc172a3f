import { editable, Link } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import { ProductGrid } from "../../parts/product-grid.tsx";
import type { data } from "./product-row.data.ts";
import type { schema } from "./product-row.schema.ts";

type Props = PropsOf<typeof schema> & { data: ReturnType<typeof data> };

export function ProductRow({ headline, link, link_text, data: products, ...block }: Props) {
  return (
    <section className="wrap py-16 sm:py-24" {...editable(block)}>
      <div className="mb-8 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
        <h2 className="text-4xl leading-none tracking-tight sm:text-5xl">{headline}</h2>
        <Link className="underline decoration-line decoration-2 underline-offset-4 hover:decoration-kiln" link={link}>
          {link_text}
        </Link>
      </div>
      <ProductGrid products={products} level={3} />
    </section>
  );
}
