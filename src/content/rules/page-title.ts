/**
 * "Own title – page of a listing | Company". A company that an editor has written at the end moves behind the listing's
 * parts, one that is elsewhere in the title is not repeated, and without a company the title is all there is.
 */
export function pageTitle(options: { own: string; listing: readonly string[]; companyName: string }): string {
  const { own, listing, companyName } = options;
  const bare = companyName === "" ? own : own.replace(new RegExp(`\\s+[|–-]\\s+${escapeRegExp(companyName)}$`), "");
  const title = [bare, ...listing].filter((part) => part !== "").join(" – ");
  return companyName === "" || title.includes(companyName) ? title : `${title} | ${companyName}`;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
