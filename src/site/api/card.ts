import type { Register } from "../register.ts";
import type { ImageData, OptionData } from "./payload.ts";

/** What a site without its own `card` shows of another story. */
export interface DefaultCard {
  id: number;
  uuid: string;
  component: string;
  href: string;
  name: string;
  title: string;
  text: string;
  image: ImageData | null;
  /** ISO date (YYYY-MM-DD), and the date as text in the page's language; "" if there is none. */
  date: string;
  dateText: string;
  category: OptionData | null;
}

/** What other pages show of a story: the site's own type, or the default one. */
export type Card = Register extends { card: infer C } ? C : DefaultCard;
