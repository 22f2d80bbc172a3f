import { groundOf } from "./draw-pot.ts";
import type { ShownProduct } from "./shown-product.ts";

export const priceText = (price: number): string => `£${price}`;

export function ProductGrid({ products, level = 2 }: { products: readonly ShownProduct[]; level?: 2 | 3 }) {
  const Name = `h${level}` as const;
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-9 sm:gap-x-6 md:grid-cols-3 lg:grid-cols-4">
      {products.map((product) => (
        <li key={product.sku} className="group relative">
          <div className="overflow-hidden rounded-sm" style={{ background: groundOf(product.glaze) }}>
            <img
              className="block aspect-[4/5] w-full object-cover transition-transform duration-500 group-hover:scale-105 motion-reduce:transition-none"
              src={product.picture}
              width="600"
              height="600"
              alt=""
              loading="lazy"
            />
          </div>
          <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
            <Name className="text-lg leading-snug sm:text-xl">
              <a className="group-hover:underline after:absolute after:inset-0" href={product.href}>
                {product.name}
              </a>
            </Name>{" "}
            <p className="tabular-nums">{priceText(product.price)}</p>
          </div>
          {product.stock <= 3 && <p className="text-sm text-kiln">{lastText(product.stock)}</p>}
        </li>
      ))}
    </ul>
  );
}

export const lastText = (stock: number): string => {
  if (stock === 0) return "None until the next firing";
  return stock === 1 ? "The last one" : `The last ${stock}`;
};
