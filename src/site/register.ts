import type { ImageData, OptionData } from "../content/payload.ts";

/**
 * Types that a site gives the engine by module augmentation:
 * `interface Register { card: MyCard }` makes every relation field and `reader.card` of type MyCard.
 */
export interface Register {
  readonly engine?: never;
}

/** What a site without a `card` of its own shows of another story. */
export interface DefaultCard {
  id: number;
  uuid: string;
  component: string;
  href: string;
  name: string;
  title: string;
  text: string;
  image: ImageData | null;
  /** ISO date (YYYY-MM-DD) and the same written out in the page's language; "" when there is none. */
  date: string;
  dateText: string;
  category: OptionData | null;
}

/** What other pages show of a story: the site's own type, or the default one. */
export type Card = Register extends { card: infer C } ? C : DefaultCard;
