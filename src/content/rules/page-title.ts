import { escapeRegex } from "./escape-regex.ts";

/**
 * "Own title – page of a listing | Company". A company name at the end of the own title is moved behind the listing
 * part, one elsewhere in the title is not repeated, unless it is a part of a word.
 */
export function pageTitle(options: { own: string; listing: readonly string[]; companyName: string }): string {
  const { own, listing, companyName } = options;
  const name = escapeRegex(companyName);
  const bare = companyName === "" ? own : own.replace(new RegExp(`(?<!\\s)\\s+[|–-]\\s+${name}$`), "");
  const title = [bare, ...listing].filter((part) => part !== "").join(" – ");
  const isNamed = companyName === "" || new RegExp(`(?<!\\p{LC})${name}(?!\\p{LC})`, "u").test(title);
  return isNamed ? title : `${title} | ${companyName}`;
}
