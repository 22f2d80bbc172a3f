import type { OutDomain } from "../publish/out-domains.ts";

/** The domain that a request is for. */
export interface PickedDomain {
  folder: string;
  /** Makes links across domains lead to their local addresses; null where the files are served as they are. */
  local: { port: string; edit: (text: string) => string } | null;
}

/**
 * Chooses by the request's Host: a domain's own name serves its folder as its host would. `<folder>.localhost`, which
 * browsers resolve to this machine, serves it with links that stay here. Any other name means the first domain.
 */
export function pickDomain(host: string, domains: readonly OutDomain[]): PickedDomain {
  const [first] = domains;
  if (!first) return { folder: "", local: null };
  const name = host.toLowerCase();
  const own = domains.find(({ origin }) => origin.replace(/^https?:\/\//, "") === name);
  if (own) return { folder: own.folder, local: null };
  const [, label, port = ""] = /^([^.]+)\.localhost(:\d+)?$/.exec(name) ?? [];
  const here = domains.find(({ folder }) => folder.toLowerCase() === label);
  if (!here) return { folder: first.folder, local: null };
  return { folder: here.folder, local: { port, edit: (text) => withLocalOrigins(text, domains, port) } };
}

/** Address of a domain on this machine. */
export function localOrigin({ folder }: Pick<OutDomain, "folder">, port: string): string {
  return `http://${folder.toLowerCase()}.localhost${port}`;
}

/** Only whole origins: `https://www.a.example` is not the beginning of `https://www.a.example.org`. */
function withLocalOrigins(text: string, domains: readonly OutDomain[], port: string): string {
  let result = text;
  for (const domain of domains) {
    if (domain.origin === "") continue;
    result = result.replace(new RegExp(`${escaped(domain.origin)}(?![\\w.:-])`, "g"), () => localOrigin(domain, port));
  }
  return result;
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
