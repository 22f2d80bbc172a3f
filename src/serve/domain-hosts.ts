import { type Refusal, refusePreview } from "../edge/editor-token.ts";
import type { PickedDomain } from "./pick-domain.ts";
import { createSiteHost, type Handler, type SiteHostOptions } from "./static-host.ts";

type Edit = (text: string) => string;

/**
 * Static hosts of the domains. A domain's files and redirects are kept by folder; what else a request decides, such as
 * the port in its Host header, is not kept.
 */
export function createDomainHosts(options: {
  editHtml?: ((html: string) => string) | undefined;
  /** The files and redirects of a domain's folder. */
  site: (folder: string) => SiteHostOptions;
}) {
  const { editHtml } = options;
  const sites = new Map<string, SiteHostOptions>();
  return ({ folder, local }: PickedDomain, refusal: Refusal | null): Handler => {
    const site = sites.get(folder) ?? options.site(folder);
    sites.set(folder, site);
    const edits = [local?.edit, editHtml, refusal ? (html: string) => refusePreview(html, refusal) : undefined].filter(
      (edit) => edit !== undefined,
    );
    return createSiteHost({
      ...site,
      editHtml: edits.length > 0 ? (html) => edits.reduce<string>((text, edit: Edit) => edit(text), html) : undefined,
      editJson: local?.edit,
    });
  };
}
