import { type MouseEvent, useState } from "react";
import { Blocks, editable, slugify } from "sitegen-storyblok/kit";
import type { PropsOf } from "sitegen-storyblok/schema";
import type { schema } from "./shop-map.schema.ts";
import town from "./town.svg";

const ZOOM = 1.9;

/** A pin leads to its shop in the list; with script it also brings the shop's street closer. */
export function ShopMap({ headline, shops, ...block }: PropsOf<typeof schema>) {
  const [chosen, choose] = useState<string | null>(null);
  const shop = shops.find(({ _uid }) => _uid === chosen);
  const select = (uid: string) => (event: MouseEvent) => {
    event.preventDefault();
    choose(uid === chosen ? null : uid);
  };
  const showAll = ({ currentTarget }: MouseEvent) => {
    choose(null);
    // The button goes, and would take the focus with it.
    currentTarget.parentElement?.querySelector<HTMLElement>("[aria-current]")?.focus({ preventScroll: true });
  };
  return (
    <section className="wrap py-16 sm:py-24" {...editable(block)}>
      <h2 className="mb-6 text-3xl leading-none tracking-tight sm:text-4xl">{headline}</h2>
      <div className="grid gap-8 lg:grid-cols-[5fr_3fr] lg:gap-14">
        <div className="relative aspect-[3/2] overflow-hidden rounded-sm border border-line">
          <div
            className="absolute inset-0 transition-transform duration-700 ease-out motion-reduce:transition-none"
            style={{ transform: shop ? `scale(${ZOOM}) translate(${near(shop.x)}%, ${near(shop.y)}%)` : "none" }}
          >
            <img
              className="absolute inset-0 h-full w-full"
              src={town}
              width="1200"
              height="800"
              alt="Plan of the town"
            />
            {shops.map(({ _uid, name, x, y }) => (
              <a
                key={_uid}
                className={`absolute grid ${shop ? "-mt-6.5 -ml-3 size-6" : "-mt-11 -ml-5 size-10"} place-items-center rounded-full rounded-br-none bg-kiln text-clay shadow-md transition-colors hover:bg-soil aria-[current=true]:bg-soil rotate-45 forced-color-adjust-none`}
                style={{ left: `${x}%`, top: `${y}%` }}
                href={`#${slugify(name)}`}
                aria-label={name}
                aria-current={_uid === chosen ? "true" : undefined}
                onClick={select(_uid)}
              >
                <span className="size-[30%] rounded-full bg-clay" />
              </a>
            ))}
          </div>
          {shop && (
            <button
              type="button"
              className="absolute right-3 bottom-3 rounded-full bg-clay px-4 py-2 text-sm shadow-md hover:bg-soil hover:text-clay"
              onClick={showAll}
            >
              Whole town
            </button>
          )}
        </div>
        <ul className="divide-y divide-line border-y border-line">
          {shops.map((one, index) => (
            <li
              key={one._uid}
              id={slugify(one.name)}
              className={`scroll-mt-8 bg-(--ground) py-5 shadow-[-1rem_0_var(--ground),1rem_0_var(--ground)] target:[--ground:var(--color-sand)] ${one._uid === chosen ? "[--ground:var(--color-sand)]" : ""}`}
            >
              <Blocks of={shops.slice(index, index + 1)} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** How far the plan is moved, in percent of itself, for a place to be in the middle without showing its edge. */
function near(place: number | null): number {
  const most = 50 - 50 / ZOOM;
  return Math.max(-most, Math.min(most, 50 - (place ?? 50)));
}
