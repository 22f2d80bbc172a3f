import type { Payload, Shared } from "../../content/payload.ts";

/** The address of the page itself, also on a site of one language, which has nothing to switch to. */
export function ownHref({ payload, shared }: { payload: Payload; shared: Shared }): string {
  return payload.switchHref[payload.lang] ?? shared.site.base + payload.path.slice(1);
}
