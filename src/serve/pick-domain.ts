import type { OutDomain } from "../publish/kept-builds.ts";

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
    result = result.replace(new RegExp(`${escaped(domain.origin)}(?![\\w.:-])`, "g"), () => localOrigin(domain, place));
  }
  return result;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
