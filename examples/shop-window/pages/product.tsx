import { useSite } from "sitegen-storyblok/kit";
import { groundOf } from "../parts/draw-pot.ts";
import { listPath, nameOf } from "../parts/filters.ts";
import { lastText, priceText } from "../parts/product-grid.tsx";
import type { ShownProduct } from "../parts/shown-product.ts";
import type { Product } from "../sources/products.ts";

export interface ProductPageProps {
  product: (Product & ShownProduct) | null;
  others: Pick<ShownProduct, "href" | "name" | "picture">[];
}

export function ProductPage({ product, others }: ProductPageProps) {
  const { shared } = useSite();
  if (!product) return null;
  const list = shared.site.base + listPath({ category: product.category }).slice(1);
  return (
    <article>
      <div className="grid sm:landscape:grid-cols-2 lg:grid-cols-2">
        <div style={{ background: groundOf(product.glaze) }}>
          <img
            className="mx-auto block aspect-square w-full max-w-3xl object-cover"
            src={product.picture}
            width="600"
            height="600"
            alt={`${product.name}, ${product.glaze} glaze`}
          />
        </div>
        <div className="px-[clamp(1.25rem,5vw,6rem)] py-10 lg:self-center">
          <a className="text-quiet underline underline-offset-4" href={list}>
            {nameOf(product.category)}
          </a>
          <h1 className="mt-3 text-5xl leading-[0.98] tracking-tight sm:text-6xl">{product.name}</h1>
          <p className="mt-4 text-3xl tabular-nums">{priceText(product.price)}</p>
          <p className="mt-6 max-w-[36ch] text-lg leading-relaxed">{product.text}</p>
          <dl className="mt-8 grid max-w-md grid-cols-[auto_1fr] border-b border-line [&>*]:border-t [&>*]:border-line [&>*]:py-2.5 [&>dd]:ps-8">
            <dt className="text-quiet">Glaze</dt>
            <dd className="capitalize">{product.glaze}</dd>
            <dt className="text-quiet">Height</dt>
            <dd>{product.height} cm</dd>
            {product.holds !== null && (
              <>
                <dt className="text-quiet">Holds</dt>
                <dd>{product.holds} ml</dd>
              </>
            )}
            <dt className="text-quiet">On the shelf</dt>
            <dd>{product.stock > 3 ? product.stock : lastText(product.stock)}</dd>
          </dl>
          <a
            className="mt-8 inline-block rounded-full bg-soil px-7 py-3.5 text-clay transition-colors hover:bg-kiln"
            href={`${shared.site.base}find-us/`}
          >
            See it in a shop
          </a>
        </div>
      </div>
      {others.length > 0 && (
        <section className="wrap pt-16 sm:pt-24">
          <h2 className="mb-6 text-3xl tracking-tight sm:text-4xl">Beside it on the shelf</h2>
          <ul className="grid grid-cols-2 gap-4 sm:gap-6 lg:grid-cols-4">
            {others.map(({ href, name, picture }) => (
              <li key={href} className="group relative">
                <img
                  className="block aspect-[4/5] w-full rounded-sm object-cover"
                  src={picture}
                  width="600"
                  height="600"
                  alt=""
                  loading="lazy"
                />
                <a
                  className="mt-2 block font-serif text-lg group-hover:underline after:absolute after:inset-0"
                  href={href}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
