import type { Payload, Shared } from "../../site/api/payload.ts";

/** URL of the current page; also for a site with one language, which has no language switch. */
export function currentHref({ payload, shared }: { payload: Payload; shared: Shared }): string {
  return payload.switchHref[payload.lang] ?? shared.site.base + payload.path.slice(1);
}
