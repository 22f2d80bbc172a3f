import type { Config } from "../config/config.ts";
import { sitegenError } from "../errors.ts";

/** With fewer published pages, a share means nothing. */
const MIN_PAGES_FOR_SHARE = 10;
const LISTED = 10;
const PAYLOAD = "_payload.json";

/**
 * Refuses to remove most pages of a site: an empty space, another space's token or a wrong page type must not take a
 * live site down. `before` are the last publish's files, `pages` this build's paths.
 */
export function guardRemovals(options: {
  config: Pick<Config, "maxRemovedShare">;
  before: Iterable<string>;
  pages: ReadonlySet<string>;
}): void {
  const published = [...options.before].filter(isPayload).map((file) => `/${file.slice(0, -PAYLOAD.length)}`);
  const removed = published.filter((path) => !options.pages.has(path)).sort();
  const share = options.config.maxRemovedShare;
  if (options.pages.size === 0)
    throw sitegenError("BUILD_NO_PAGES", {
      message: `The space has no pages. Nothing was published.${removed.length > 0 ? `\n${listed(removed)}` : ""}`,
    });
  if (published.length < MIN_PAGES_FOR_SHARE || removed.length <= published.length * share) return;
  throw sitegenError("BUILD_REMOVES_PAGES", {
    message: `${removed.length} of ${published.length} published pages would be removed, more than the ${Number((share * 100).toFixed(2))} % that maxRemovedShare allows. Nothing was published.\n${listed(removed)}`,
  });
}

/** A page's payload is beside its index.html; no other file has this name. */
function isPayload(file: string): boolean {
  return file === PAYLOAD || file.endsWith(`/${PAYLOAD}`);
}

function listed(paths: readonly string[]): string {
  const more = paths.length > LISTED ? [`and ${paths.length - LISTED} more`] : [];
  return ["Pages that would be removed:", ...paths.slice(0, LISTED), ...more].join("\n  ");
}
