import { encodeSitePath } from "../content/rules/encode.ts";
import { contentHash } from "../files/hash.ts";
import type { ListedFile } from "../publish/file-list.ts";
import type { PublishedRule } from "../publish/redirect-rules.ts";
import { isUrl } from "../util/is-url.ts";
import { type Mismatch, statusOf } from "./check-file.ts";
import type { HttpClient, HttpResponse } from "./http-client.ts";

/** A redirect of the build; `request` is the encoded URL to request, with its query. */
export interface ExpectedRedirect {
  request: string;
  to: string;
  status: number;
  /** The stub at the path, which redirects in the browser if the host does not. */
  stub: ListedFile | null;
}

/** A path segment that no site has. */
const PLACEHOLDER_VALUE = "sitegen-verify-nobody";

/** What to request for each redirect; patterns are tested with a made-up value. */
export function expectedRedirects(
  rules: readonly PublishedRule[],
  files: ReadonlyMap<string, ListedFile>,
): ExpectedRedirect[] {
  return rules.map(({ from, to, status }) => {
    const [path = "", query] = from.split("?");
    const isPattern = /\/(:[A-Za-z]\w*|\*)(\/|$)/.test(path);
    const tried = isPattern
      ? path.replace(/:[A-Za-z]\w*/g, PLACEHOLDER_VALUE).replace(/\*$/, `${PLACEHOLDER_VALUE}/`)
      : path;
    const request = encodeSitePath(tried);
    const stub = files.get(path.endsWith("/") ? `${path.slice(1)}index.html` : path.slice(1)) ?? null;
    const shown = query === undefined ? request : `${request}?${query}`;
    return { request: shown, to: isPattern ? filled(to) : to, status, stub };
  });
}

function filled(to: string): string {
  return to
    .replace(/(?<=[/?&=#.-]):splat(?!\w)\/?/g, `${PLACEHOLDER_VALUE}/`)
    .replace(/(?<=[/?&=#.-]):([A-Za-z]\w*)/g, PLACEHOLDER_VALUE);
}

/** Accepts the host's own redirect, or the published stub. */
export function checkRedirect(
  response: HttpResponse,
  rule: ExpectedRedirect,
  options: { url: string; site: string },
): Mismatch[] {
  const { request, to, status, stub } = rule;
  const { url, site } = options;
  const expected = /^https?:/.test(to) ? new URL(to) : new URL(to.replace(/^\//, ""), site);
  if (response.status === 200 && stub && contentHash(response.body) === stub.hash) return [];
  const location = response.headers.location;
  const got = location !== undefined && isUrl(location, url) ? new URL(location, url) : null;
  if (response.status === status && got && leadsTo(got, expected)) return [];
  return [{ path: request, what: "redirect", expected: `${status} to ${to}`, got: statusOf(response) }];
}

/** The request's query may be kept. */
function leadsTo(got: URL, expected: URL): boolean {
  const hasQuery = [...expected.searchParams].every(([name, value]) => got.searchParams.getAll(name).includes(value));
  const path = (url: URL) => decoded(url.pathname);
  return got.host === expected.host && path(got) === path(expected) && hasQuery && got.hash === expected.hash;
}

/** Invalid escapes are kept. */
function decoded(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}

const HOPS = 5;

/** Follows an old path up to a page or a stub. */
export async function checkRename(from: string, options: { visitor: HttpClient; site: string }): Promise<Mismatch[]> {
  let url = new URL(encodeSitePath(from.replace(/^\//, "")), options.site).href;
  for (let hop = 0; hop < HOPS; hop += 1) {
    const response = await options.visitor.get(url);
    if (response.status === 200) return [];
    const { location } = response.headers;
    if (response.status < 300 || response.status >= 400 || location === undefined) {
      return [
        { path: from, what: "old path", expected: "a redirect to a page", got: `${statusOf(response)} at ${url}` },
      ];
    }
    url = new URL(location, url).href;
  }
  return [{ path: from, what: "old path", expected: "a redirect to a page", got: `more than ${HOPS} redirects` }];
}
