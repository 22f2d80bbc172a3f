import { CACHE_CONTROL } from "../../http/cache-control.ts";

export interface HeaderSettings {
  csp: string;
  /** False if nothing of the site may be indexed. */
  indexed: boolean;
}

/**
 * Headers of every response. No X-Frame-Options: it cannot list origins and would lock out the visual editor; the
 * policy's frame-ancestors directive says who may frame a page.
 */
export function securityHeaders({ csp, indexed }: HeaderSettings): [name: string, value: string][] {
  return [
    ["Content-Security-Policy", csp],
    ["X-Content-Type-Options", "nosniff"],
    ["Referrer-Policy", "strict-origin-when-cross-origin"],
    ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()"],
    ["Cross-Origin-Opener-Policy", "same-origin-allow-popups"],
    // Unlike a page's robots tag, this also keeps files out of search engines.
    ...(indexed ? [] : [["X-Robots-Tag", "noindex"] as [string, string]]),
  ];
}

export interface PolicySources {
  /** `'sha256-…'` of every inline script that a page may carry. */
  scriptHashes: readonly string[];
  /** Addresses of scripts loaded on demand: the visual editor's bridge. */
  scripts?: readonly string[];
  images?: readonly string[];
  media?: readonly string[];
  connect?: readonly string[];
  /** Video players that may be framed after consent. */
  frames?: readonly string[];
  /** Form targets other than the site itself. */
  forms?: readonly string[];
  /** Origins that may frame the site: the visual editor. */
  editors?: readonly string[];
  /** The site's own sources by directive, validated with the configuration. */
  extras?: Readonly<Partial<Record<string, readonly string[]>>>;
}

const EDITOR_ORIGIN = "https://app.storyblok.com";

/**
 * The content security policy. Scripts must come from the site or match a hash. Style attributes are allowed, because
 * custom properties carry data in them; style elements are not.
 */
export function contentSecurityPolicy(sources: PolicySources): string {
  const { scriptHashes, scripts = [], images = [], media = [], connect = [] } = sources;
  const { frames = [], forms = [], editors = [EDITOR_ORIGIN], extras = {} } = sources;
  const directives: [string, readonly string[]][] = [
    ["default-src", ["'self'"]],
    ["script-src", ["'self'", ...scriptHashes, ...scripts.filter(isSource)]],
    ["style-src", ["'self'"]],
    ["style-src-attr", ["'unsafe-inline'"]],
    ["img-src", ["'self'", "data:", ...images.filter(isSource)]],
    ["media-src", ["'self'", ...media.filter(isSource)]],
    ["font-src", ["'self'"]],
    ["connect-src", ["'self'", ...connect.filter(isSource)]],
    ["frame-src", frames.some(isSource) ? frames.filter(isSource) : ["'none'"]],
    ["form-action", ["'self'", ...forms.filter(isSource)]],
    ["frame-ancestors", ["'self'", ...editors.filter(isSource)]],
    ["base-uri", ["'none'"]],
    ["object-src", ["'none'"]],
  ];
  return extend(directives, extras)
    .map(([name, values]) => `${name} ${[...new Set(values)].join(" ")}`)
    .join("; ");
}

/** Adds sources to their directives; a new directive starts with 'self'. */
function extend(
  directives: readonly [string, readonly string[]][],
  extras: NonNullable<PolicySources["extras"]>,
): [string, readonly string[]][] {
  const known = new Set(directives.map(([name]) => name));
  const added = Object.keys(extras).filter((name) => !known.has(name));
  const all = [...directives, ...added.sort().map((name): [string, readonly string[]] => [name, ["'self'"]])];
  return all.map(([name, values]) => {
    const extra = extras[name] ?? [];
    return [name, extra.length > 0 ? [...values.filter((value) => value !== "'none'"), ...extra] : values];
  });
}

/** A file's URL as a source: without its query, which a source cannot have, and without what would end the source. */
export function fileSource(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/[;,]/g, encodeURIComponent);
}

/** An origin, a file on one, or a scheme. Anything else could end its directive. */
function isSource(source: string): boolean {
  return /^(?:https?:\/\/[A-Za-z0-9.:*[\]-]+(?:\/[\w.~!$&'()*+=:@%/-]*)?|[a-z][a-z0-9+.-]*:)$/.test(source);
}

/** All files, where a glob's stars leave out what begins with a dot. */
export const GLOB_EVERYTHING = ["**", "**/.well-known/**"];

interface HeaderRules {
  headers: HeaderSettings;
  base: string;
}

/** The rules of a host whose file is JSON and in which the last rule that sets a header wins. */
export function jsonHeaderRules(
  { headers, base }: HeaderRules,
  { everything, below }: { everything: readonly string[]; below: string },
): Record<string, unknown>[] {
  const cache = (value: string) => [{ key: "Cache-Control", value }];
  const security = securityHeaders(headers).map(([key, value]) => ({ key, value }));
  return [
    ...everything.map((source) => ({ source, headers: [...security, ...cache(CACHE_CONTROL.revalidate)] })),
    { source: `${base}_assets/${below}`, headers: cache(CACHE_CONTROL.immutable) },
    { source: `${base}_assets/builds/latest.json`, headers: cache(CACHE_CONTROL.never) },
  ];
}

/** A `_headers` file. Pages have no rule of their own, since these hosts revalidate by default. */
export function headersFile({ headers, base }: HeaderRules, { isDetached = false } = {}): string {
  const lines = [
    "/*",
    ...securityHeaders(headers).map(([name, value]) => `  ${name}: ${value}`),
    `${base}_assets/*`,
    `  Cache-Control: ${CACHE_CONTROL.immutable}`,
    `${base}_assets/builds/latest.json`,
    ...(isDetached ? ["  ! Cache-Control"] : []),
    `  Cache-Control: ${CACHE_CONTROL.never}`,
  ];
  return `${lines.join("\n")}\n`;
}
