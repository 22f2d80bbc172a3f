/** What the shop can be filtered by; each choice is a page. */
export const CATEGORIES = [
  { code: "vases", name: "Vases" },
  { code: "bowls", name: "Bowls" },
  { code: "cups", name: "Cups" },
  { code: "plates", name: "Plates" },
  { code: "jugs", name: "Jugs" },
] as const;

export const BANDS = [
  { code: "under-30", name: "Under £30", below: 30 },
  { code: "30-to-60", name: "£30 to £60", below: 60 },
  { code: "over-60", name: "Over £60", below: Number.POSITIVE_INFINITY },
] as const;

export const bandOf = (price: number): string => BANDS.find(({ below }) => price < below)?.code ?? "";

export interface Filter {
  category?: string;
  band?: string;
}

/** Path of the list with these filters. */
export const listPath = ({ category, band }: Filter): string =>
  `/shop/${[category, band].flatMap((part) => (part ? [`${part}/`] : [])).join("")}`;

export const nameOf = (code: string | undefined): string =>
  [...CATEGORIES, ...BANDS].find((one) => one.code === code)?.name ?? "";

/** Title of such a list: "Bowls under £30". */
export function listTitle({ category, band }: Filter): string {
  const what = nameOf(category) || "All pots";
  const price = nameOf(band);
  return price === "" ? what : `${what} ${price.charAt(0).toLowerCase()}${price.slice(1)}`;
}
