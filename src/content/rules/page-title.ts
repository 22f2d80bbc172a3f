import { escapeRegex } from "./escape-regex.ts";

/**
 * "Own title – page of a listing | Company". A company name at the end of the own title is moved behind the listing
 * part, one elsewhere in the title is not repeated.
 */
export function pageTitle(options: { own: string; listing: readonly string[]; companyName: string }): string {
  const { own, listing, companyName } = options;
  const bare = companyName === "" ? own : own.replace(new RegExp(`\\s+[|–-]\\s+${escapeRegex(companyName)}$`), "");
  const title = [bare, ...listing].filter((part) => part !== "").join(" – ");
  return companyName === "" || title.includes(companyName) ? title : `${title} | ${companyName}`;
}
