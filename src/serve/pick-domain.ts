import { escapeRegex } from "../content/rules/escape-regex.ts";
import { type Refusal, refusePreview } from "../edge/editor-token.ts";
import type { OutDomain } from "../publish/kept-builds.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { createSiteHost, type Handler, type SiteHostOptions } from "./static-host.ts";

export interface PickedDomain {
  folder: string;
  /** Makes links between domains point to local URLs; null if files are served unchanged. */
  local: { port: string; edit: (text: string) => string } | null;
}

/** What local URLs begin with. */
type Scheme = "http" | "https";

export function schemeOf(tls: object | undefined): Scheme {
  return tls ? "https" : "http";
}

/**
 * Chooses a domain by the Host header: its own name serves its folder like its host. `<folder>.localhost`, which
 * browsers resolve to this machine, serves it with local links. Any other name gives the first domain.
 */
export function pickDomain(host: string, domains: readonly OutDomain[], scheme: Scheme = "http"): PickedDomain {
  const [first] = domains;
  if (!first) return { folder: "", local: null };
  const name = host.toLowerCase();
  const own = domains.find(({ origin }) => origin.replace(/^https?:\/\//, "") === name);
  if (own) return { folder: own.folder, local: null };
  const [, label, port = ""] = /^([^.]+)\.localhost(:\d{1,5})?$/.exec(name) ?? [];
  const here = domains.find(({ folder }) => folder.toLowerCase() === label);
  if (!here) return { folder: first.folder, local: null };
  return { folder: here.folder, local: { port, edit: (text) => withLocalOrigins(text, domains, { port, scheme }) } };
}

/** `port` begins with a colon, or is "". */
export function localOrigin(
  { folder }: Pick<OutDomain, "folder">,
  { port, scheme }: { port: string; scheme: Scheme },
): string {
  return `${scheme}://${folder.toLowerCase()}.localhost${port}`;
}

/** Replaces whole origins only: `https://www.a.example` is a prefix of `https://www.a.example.org`. */
function withLocalOrigins(
  text: string,
  domains: readonly OutDomain[],
  place: { port: string; scheme: Scheme },
): string {
  let result = text;
  for (const domain of domains) {
    if (domain.origin === "") continue;
    result = result.replace(new RegExp(`${escapeRegex(domain.origin)}(?![\\w.:-])`, "g"), () =>
      localOrigin(domain, place),
    );
  }
  return result;
}

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
    const site = getOrInsert(sites, folder, () => options.site(folder));
    const refuse = refusal ? (html: string) => refusePreview(html, refusal) : undefined;
    const edits = [local?.edit, editHtml, refuse].filter((edit) => edit !== undefined);
    return createSiteHost({
      ...site,
      editHtml: edits.length > 0 ? (html) => edits.reduce((text, edit) => edit(text), html) : undefined,
      editJson: local?.edit,
    });
  };
}
