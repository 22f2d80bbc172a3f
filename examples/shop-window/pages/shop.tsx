import { useEffect, useState } from "react";
import { useSite } from "sitegen-storyblok/kit";
import { BANDS, CATEGORIES, type Filter, listPath, listTitle } from "../parts/filters.ts";
import { ProductGrid, priceText } from "../parts/product-grid.tsx";
import type { ShownProduct } from "../parts/shown-product.ts";

export interface ShopPageProps extends Filter {
  products: ShownProduct[];
  /** Codes that have a page beside the other filter's choice. */
  categories: string[];
  bands: string[];
}

const ORDERS = {
  shop: { name: "as we shelve them", compare: () => 0 },
  low: { name: "cheapest first", compare: (a: ShownProduct, b: ShownProduct) => a.price - b.price },
  high: { name: "dearest first", compare: (a: ShownProduct, b: ShownProduct) => b.price - a.price },
};

/** Products with links to each filter's own page; with script also a most price and an order. */
export function ShopPage({ category, band, products, categories, bands }: ShopPageProps) {
  const prices = products.map(({ price }) => price);
  const [cheapest, dearest] = [Math.min(...prices), Math.max(...prices)];
  const [isLive, setLive] = useState(false);
  const [most, setMost] = useState(dearest);
  const [order, setOrder] = useState<keyof typeof ORDERS>("shop");
  useEffect(() => setLive(true), []);
  const shown = products.filter(({ price }) => price <= most).toSorted(ORDERS[order].compare);
  return (
    <div className="wrap pt-10 sm:pt-16">
      <h1 className="text-5xl leading-none tracking-tight sm:text-7xl">{listTitle({ category, band })}</h1>
      <div className="mt-8 grid gap-x-10 gap-y-4 border-y border-line py-5 sm:flex sm:flex-wrap">
        <Choices label="Kind" name="category" choices={choicesOf(CATEGORIES, categories)} filter={{ category, band }} />
        <Choices label="Price" name="band" choices={choicesOf(BANDS, bands)} filter={{ category, band }} />
      </div>
      {/* Room is kept for what needs script, so that nothing moves when it comes. */}
      <div className="my-5 flex min-h-20 flex-wrap items-center justify-between gap-x-8 gap-y-3 sm:min-h-11">
        <p role="status">
          {shown.length} {shown.length === 1 ? "pot" : "pots"}
        </p>
        {isLive && (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
            {cheapest < dearest && (
              <label className="flex flex-wrap items-center gap-x-3">
                <span className="tabular-nums">Up to {priceText(most)}</span>
                <input
                  className="w-32 accent-kiln"
                  type="range"
                  min={cheapest}
                  max={dearest}
                  value={most}
                  onChange={(event) => setMost(Number(event.target.value))}
                />
              </label>
            )}
            <label className="flex flex-wrap items-center gap-2">
              Order
              <select
                className="max-w-full rounded-full border border-line bg-clay px-3 py-1.5"
                value={order}
                onChange={(event) => setOrder(event.target.value as keyof typeof ORDERS)}
              >
                {Object.entries(ORDERS).map(([value, { name }]) => (
                  <option key={value} value={value}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
          </div>
        )}
      </div>
      <ProductGrid products={shown} />
    </div>
  );
}

type Choice = { readonly code: string; readonly name: string };

const choicesOf = (all: readonly Choice[], codes: readonly string[]) => all.filter(({ code }) => codes.includes(code));

interface ChoicesProps {
  label: string;
  name: keyof Filter;
  choices: readonly Choice[];
  filter: Filter;
}

function Choices({ label, name, choices, filter }: ChoicesProps) {
  const { shared } = useSite();
  const all = [{ code: undefined, name: "All" }, ...choices];
  return (
    <nav className="flex flex-wrap items-center gap-2" aria-label={label}>
      <span className="w-full text-sm text-quiet sm:me-1 sm:w-auto" aria-hidden="true">
        {label}
      </span>
      {all.map((choice) => (
        <a
          key={choice.name}
          className="rounded-full border border-line px-4 py-1.5 hover:border-soil aria-[current]:border-soil aria-[current]:bg-soil aria-[current]:text-clay forced-colors:aria-[current]:underline"
          href={shared.site.base + listPath({ ...filter, [name]: choice.code }).slice(1)}
          aria-current={filter[name] === choice.code ? "page" : undefined}
        >
          {choice.name}
        </a>
      ))}
    </nav>
  );
}
