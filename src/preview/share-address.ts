import type { Config } from "../config/config.ts";
import { sitegenError } from "../problems/errors.ts";

/** Where drafts are answered if nothing else is configured; paths below `/api/` run their script at once. */
const DEFAULT = "/api/drafts";

/** Address of the function at the edge, as configured: a path of the site, or a URL. */
export function draftAddress({ preview }: Pick<Config, "preview">): string {
  return preview.drafts ?? DEFAULT;
}

/** Address that links begin with; `at` is where `sitegen serve` or the function is, if not at the site's own address. */
export function shareAddress(config: Pick<Config, "preview" | "site">, at: string): string {
  const near = at || config.site.origin;
  if (!near) {
    throw sitegenError("CONFIG_INVALID", {
      message: "The site has no `site.origin`, so a link would lead nowhere.",
      hint: "Set it, or give the address with --at or SITEGEN_SHARE_ADDRESS.",
    });
  }
  const isPlain = new URL(near).pathname === "/";
  const { origin, pathname } = isPlain ? new URL(draftAddress(config), near) : new URL(near);
  return origin + pathname.replace(/\/+$/, "");
}
