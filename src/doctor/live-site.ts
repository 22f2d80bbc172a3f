/** Questions to a live site: pages, headers, caches, the editor's frame. */

import { type Attempt, attemptGet } from "../fetch/transport/attempt.ts";
import type { FindingCode } from "../problems/finding-codes.ts";
import { LATEST_FILE } from "../publish/file-list.ts";
import { servedPath } from "../publish/page-files.ts";
import { isKeptOut, type Mismatch } from "../verify/check-file.ts";
import { unreachable } from "../verify/http-client.ts";
import { MISSING_PATH, siteAddress, type VerifyReport } from "../verify/verify.ts";
import { type Answer, bad, type Finding, finding, good } from "./finding.ts";

/** A response; redirects are not followed. */
export interface Page {
  status: number;
  headers: Readonly<Record<string, string>>;
  text: string;
}

/** Asks once. */
export type Ask = (url: string) => Promise<Page>;

/** Asks with a limit of time and of size; throws VERIFY_UNREACHABLE without an answer. */
export function createAsk(options: { timeoutMs: number; signal: AbortSignal }): Ask {
  const headers = { "user-agent": "sitegen doctor", accept: "text/html,*/*" };
  return async (url) => {
    const attempt: Attempt = await attemptGet({ ...options, url, headers, arrived: () => undefined });
    if (attempt.kind === "network") throw unreachable({ href: url }, attempt.reason);
    if (attempt.kind === "redirect") {
      return { status: attempt.status, headers: { location: attempt.location ?? "" }, text: "" };
    }
    return { status: attempt.status, headers: Object.fromEntries(attempt.headers), text: attempt.text };
  };
}

/** Hosts that purge their own cache with each deploy: an age there is no old page. */
const PURGED = ["x-vercel-cache", "x-nf-request-id"];

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Browsers and the service accept http for this machine alone. */
export function checkHttps(url: string): Finding[] {
  const { protocol, hostname } = new URL(url);
  if (protocol === "https:" || LOOPBACK.test(hostname)) return [];
  return [finding("DOCTOR_HTTPS", `${url} is not encrypted.`, url)];
}

/** More than a visitor meets anywhere; browsers give up after 20. */
const MOST_REDIRECTS = 10;

/** Whether the address is the home page of a site below this base path. */
export async function checkHome(home: Page, site: string, { ask, base }: { ask: Ask; base: string }): Promise<Answer> {
  const { status, headers } = home;
  const type = headers["content-type"] ?? "";
  const said = `${status} ${type}`.trim();
  if (!isHome(site, base)) {
    const message = `${site} is not the home page of the site, whose site.base is "${base}".`;
    const hint = `Give the address that ends in ${base}, or set site.base to "${new URL(site).pathname}".`;
    return bad(said, finding("DOCTOR_SITE", message, site, hint));
  }
  if (status === 200 && type.startsWith("text/html")) return bad(said, ...checkHttps(site));
  const target = targetOf(home, site);
  if (target === "") {
    const hint = status === 403 ? NOT_ALLOWED : undefined;
    return bad(said, finding("DOCTOR_SITE", `${site} answers ${said}.`, site, hint));
  }
  const way = [site, target];
  for (let next = target; next !== "" && way.length <= MOST_REDIRECTS; ) {
    const from = next;
    next = targetOf(await ask(from).catch(() => ({ status: 0, headers: {}, text: "" })), from);
    if (way.includes(next)) {
      const circle = `${way.join(" leads to ")}, which leads to ${next} again: no browser shows the page.`;
      return bad("leads in a circle", finding("DOCTOR_SITE", circle, site, CIRCLE));
    }
    way.push(next);
  }
  const hint = "Run doctor on that address, and name it in site.origin.";
  return bad(said, finding("DOCTOR_SITE", `${site} leads to ${target}.`, site, hint));
}

export function isHome(site: string, base: string): boolean {
  return new URL(site).pathname === new URL(base, site).pathname;
}

const NOT_ALLOWED =
  "Let the web server read the folder; after `deploy --switch` it also has to follow symbolic links (Options FollowSymLinks).";
const CIRCLE =
  "Remove one of the redirects. Often a CDN asks the host without encryption, and the host redirects to https: let it ask with https.";

/** Where a response leads to; "" for none. */
function targetOf({ status, headers }: Page, from: string): string {
  const location = headers.location ?? "";
  return status >= 300 && status < 400 && URL.canParse(location, from) ? new URL(location, from).href : "";
}

/** Whether the editor may frame the page. */
export function checkFrame({ headers }: Page, site: string, editors: readonly string[]): Answer {
  const policies = (headers["content-security-policy"] ?? "").split(",").map(frameAncestors);
  const named = policies.filter((sources) => sources !== null);
  const refusedBy = (editor: string) => {
    // Browsers ignore X-Frame-Options where a policy names frame-ancestors.
    if (named.length > 0) return named.every((sources) => allows(sources, editor)) ? "" : "Content-Security-Policy";
    return headers["x-frame-options"] === undefined ? "" : `X-Frame-Options: ${headers["x-frame-options"]}`;
  };
  const findings = editors.flatMap((editor) => {
    const header = refusedBy(editor);
    if (header === "") return [];
    return [finding("DOCTOR_EDITOR_FRAME", `The header ${header} keeps ${editor} from framing the page.`, site)];
  });
  return bad(findings.length === 0 ? "may be framed" : "may not be framed", ...findings);
}

function frameAncestors(policy: string): string[] | null {
  for (const directive of policy.split(";")) {
    const [name = "", ...sources] = directive.trim().split(/\s+/);
    if (name.toLowerCase() === "frame-ancestors") return sources;
  }
  return null;
}

/** Whether a source of a policy fits an origin: `*`, `https:`, a host with or without its scheme, `*.example.com`. */
function allows(sources: readonly string[], origin: string): boolean {
  const { protocol, host } = new URL(origin);
  return sources.some((source) => {
    if (source === "*" || source === protocol) return true;
    const [, scheme, name = ""] = /^(?:([a-z]+:)\/\/)?([^/]+)\/?$/i.exec(source) ?? [];
    if (scheme !== undefined && scheme.toLowerCase() !== protocol) return false;
    return name.startsWith("*.") ? host.endsWith(name.slice(1)) : name === host;
  });
}

/** Whether the host keeps the home page out of search engines, against what the page says. */
export function checkIndexed({ headers, text }: Page, site: string): Answer {
  if (!isKeptOut({ headers, body: Buffer.from(text) })) return good("may list the page");
  const message = `The header X-Robots-Tag: ${headers["x-robots-tag"]} keeps the page out of search engines.`;
  return bad("may not list the page", finding("DOCTOR_NOINDEX", message, site));
}

/** Whether something between host and visitor keeps what must be asked for each time. */
export async function checkCaches(home: Page, site: string, ask: Ask): Promise<Answer> {
  const latest = new URL(servedPath(LATEST_FILE).slice(1), site).href;
  const asked = await ask(latest);
  const findings: Finding[] = [];
  const ages = { home: ageOf(home), latest: ageOf(asked) };
  if (asked.status === 200 && (ages.latest > 0 || isHit(asked))) {
    const kept = ages.latest > 0 ? ` for ${ages.latest} s` : "";
    findings.push(finding("DOCTOR_CDN", `A cache kept ${latest}${kept}: open pages learn of new builds late.`, latest));
  }
  const mayBe = longest(home.headers["cache-control"] ?? "");
  if (ages.home > mayBe && !PURGED.some((name) => home.headers[name] !== undefined)) {
    const message = `A cache kept the page for ${ages.home} s, and its Cache-Control allows ${mayBe} s.`;
    findings.push(finding("DOCTOR_CDN", message, site));
  } else if (mayBe > MOST_KEPT) {
    const message = `The page may be kept for ${mayBe} s (Cache-Control: ${home.headers["cache-control"]}), so visitors see a publish late.`;
    findings.push(finding("DOCTOR_CDN", message, site));
  }
  return bad(findings.length > 0 ? "something is kept too long" : `page ${ages.home} s old`, ...findings);
}

/** Seconds that nobody would take for a fault. */
const MOST_KEPT = 600;

function ageOf({ headers }: Page): number {
  const age = Number(headers.age ?? 0);
  return Number.isFinite(age) ? age : 0;
}

function isHit({ headers }: Page): boolean {
  return [headers["x-cache"], headers["cf-cache-status"]].some((value) => /^hit\b/i.test(value ?? ""));
}

/** Seconds that shared caches may keep a response. */
function longest(control: string): number {
  if (/no-store|no-cache|private/i.test(control)) return 0;
  const seconds = (name: string) => new RegExp(`(?:^|[\\s,])${name}=(\\d+)`, "i").exec(control)?.[1];
  return Number(seconds("s-maxage") ?? seconds("max-age") ?? 0);
}

/** Whether an address that nobody has is answered as one. */
export async function checkNotFound(site: string, ask: Ask): Promise<Answer> {
  const url = new URL(MISSING_PATH, site).href;
  const { status, headers } = await ask(url);
  const type = headers["content-type"] ?? "";
  if (status === 404 && type.startsWith("text/html")) return good("404 with a page");
  const how = status === 404 ? `404 without a page (${type || "no type"})` : String(status);
  return bad(how, finding("DOCTOR_NOT_FOUND", `${url}, which does not exist, is answered with ${how}.`, url));
}

/** What `sitegen verify` finds, one finding of each kind. */
export function checkBuild({ wrong, checked, buildId, url }: VerifyReport): Answer {
  const site = siteAddress(url);
  const isOther = wrong.some(({ what }) => what === "build");
  const kinds = new Map<FindingCode, Mismatch[]>();
  for (const one of wrong) {
    const code = kindOf(one);
    // Of another build the bytes differ, and references lead elsewhere.
    if (code === null || (isOther && code === "DOCTOR_SITE_FILES")) continue;
    kinds.set(code, [...(kinds.get(code) ?? []), one]);
  }
  const findings = [...kinds].map(([code, all]) => finding(code, summaryOf(all), site));
  return bad(`build ${buildId}, ${checked} addresses asked, ${wrong.length} wrong`, ...findings);
}

/** Null for what another question asks. */
function kindOf({ what, path }: Mismatch): FindingCode | null {
  if (path.includes(MISSING_PATH) && what === "status") return null;
  if (what === "build") return "DOCTOR_SITE_BUILD";
  if (what === "redirect" || what === "old path") return "DOCTOR_SITE_REDIRECTS";
  if (what === "cache-control") return "DOCTOR_SITE_CACHING";
  if (what === "indexing") return "DOCTOR_NOINDEX";
  return ["status", "type", "bytes", "answer", "reference"].includes(what)
    ? "DOCTOR_SITE_FILES"
    : "DOCTOR_SITE_HEADERS";
}

/** Policies are long. */
const SHOWN = 160;

function summaryOf(all: readonly Mismatch[]): string {
  const [first] = all;
  if (!first) return "";
  const { path, what, expected, got } = first;
  const cut = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
  const more = all.length > 1 ? ` And ${all.length - 1} more.` : "";
  return `${path}: ${what} is ${cut(got) || "missing"}, expected ${cut(expected)}.${more}`;
}
