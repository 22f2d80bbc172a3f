import { mkdtempSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { expect } from "vitest";
import { loadStub, stubFile, stubTargets } from "../../../src/generate/outputs/redirects.ts";
import { buildRedirects } from "../../../src/redirects/build.ts";
import type { RedirectRule } from "../../../src/redirects/rule.ts";
import { contentSecurityPolicy } from "../../../src/render/hosts/headers.ts";
import type { HostInput } from "../../../src/render/hosts/host.ts";
import { scriptHashes } from "../../../src/render/script-hashes.ts";
import { address, definition } from "../../helpers/definition.ts";
import { propertyRuns } from "../../helpers/property-runs.ts";

const TEMPLATES = fileURLToPath(new URL("../../../templates/", import.meta.url));
export const STUB = loadStub(join(TEMPLATES, "redirect.html"));

const PAGES = ["/", "/de/", "/team/", "/de/team/", "/de/agb/", "/terms/", "/insights/", "/wiki/live/", "/de/wissen/"];

const ROWS: [from: string, to: string, query?: string, status?: string][] = [
  ["/old-team", "/team/"],
  ["/temporary", "/team/", "", "302"],
  ["/terms-and-condition", "/terms/"],
  ["/terms-and-condition", "/de/agb/", "lang=de"],
  ["/both", "/team/", "a=1&b=2"],
  ["/both", "/terms/"],
  ["/team", "/de/team/", "lang=de"],
  ["/cat", "/insights/?cat=mlops"],
  ["/hash", "/team/#people"],
  ["/all", "/insights/?cat=mlops#list"],
  ["/away", "https://other.example/x?y=1"],
  ["/colons", "/team/?at=:8080#:9"],
  ["/de/alt", "/de/team/"],
  ["/old.html", "/team/"],
  ["/über uns", "/team/"],
  ['/100%25 "sure" (a+b) $1 {x} ~', "/de/%C3%A4/?q=%20$1"],
  ["/post/:slug", "/insights/#:slug"],
  ["/wiki/*", "/insights/"],
  ["/archive/*", "/team/:splat"],
  ["/out/*", "https://other.example/:splat"],
  ["/de/post/:slug", "/de/wissen/?s=:slug"],
  ["/root/*", "/:splat"],
  ["/ort", "https://München.example:8443/ü"],
  ["/größe/:slug", "/insights/#:slug"],
  ["/漢字/*", "/team/:splat"],
  ["/c++ ($1)/*", "/team/:splat"],
  ["/suche", "/insights/", "wört=größe"],
  ["/stücke/*", "/terms/", "art=süß"],
];

export function fixtureRules(): { rules: RedirectRule[]; live: Set<string> } {
  const live = new Set(PAGES);
  const rules = ROWS.map(([from, to, query = "", status = ""], index) => ({
    from,
    to,
    query,
    status,
    where: `r.csv:${index}`,
  }));
  return {
    rules: buildRedirects({ rules, renames: [], livePaths: live, origin: "", base: "/", definition }).rules,
    live,
  };
}

export function hostInput(base = "/"): HostInput {
  const csp = contentSecurityPolicy({
    scriptHashes: scriptHashes(TEMPLATES),
    frames: ["https://www.youtube-nocookie.com"],
  });
  return { redirects: fixtureRules().rules, headers: { csp, indexed: true }, base, languages: ["de"] };
}

/** Rules with everything that has a meaning for one of the servers. */
export function hostileInput(): HostInput {
  const parts = [
    "a",
    "/",
    " ",
    '"',
    "'",
    ";",
    "}",
    "{",
    "$",
    "$1",
    "$" + "{x}",
    "%22",
    "%25",
    "#",
    "?",
    "&",
    "<",
    "ü",
    "*",
    ":x",
  ];
  const more = ["(", "+", "!", "^", "|", "[", "]", "~", "=", "%{HTTP_HOST}", "-", ".", "return 200", "RewriteRule"];
  const text = fc
    .array(fc.constantFrom(...parts, ...more), { minLength: 1, maxLength: 6 })
    .map((list) => list.join(""));
  const rows = fc.sample(fc.tuple(text, text, fc.constantFrom("", "a=\"';}$1", "(=[")), {
    seed: 21,
    // Some are left out, as patterns or for their condition.
    numRuns: propertyRuns(1000),
  });
  const rules = rows.map(([from, to, query], index) => ({
    from: `/hostile/${from}`,
    to: `/${to}`,
    query,
    status: "",
    where: `h:${index}`,
  }));
  const { rules: redirects } = buildRedirects({
    rules,
    renames: [],
    livePaths: new Set(PAGES),
    origin: "",
    base: "/",
    definition,
  });
  return { ...hostInput(), redirects };
}

/** A small site on disk, readable for servers that drop privileges. */
export async function writeSite(hostFile: { path: string; text: string }, base = "/"): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), "sitegen-host-"));
  const { rules, live } = fixtureRules();
  const files: Record<string, string> = {
    "404.html": "not found",
    "de/404.html": "nicht gefunden",
    "_assets/app-1.js": "let one = 1;",
    "_assets/builds/latest.json": "{}",
    ".well-known/security.txt": "Contact: mailto:a@example.com",
    _headers: "for another host",
    [hostFile.path]: hostFile.text,
  };
  for (const page of PAGES) {
    files[`${page.slice(1)}index.html`] = `page ${page}`;
    files[`${page.slice(1)}_payload.json`] = "{}";
  }
  for (const stub of stubTargets(rules, live))
    files[stubFile(stub.from)] = STUB(stub, { address: address(base, ""), moved: () => "Moved" });
  for (const [path, text] of Object.entries(files)) {
    const file = join(root, base, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  await chmod(root, 0o755);
  return root;
}

/** Expected responses of every host with queries and patterns: status, and target or content. */
export const ANSWERS: [request: string, status: number, expected: string][] = [
  ["/", 200, "page /"],
  ["/team/", 200, "page /team/"],
  ["/team/?utm=1", 200, "page /team/"],
  ["/team?utm=1", 301, "/team/?utm=1"],
  ["/old-team", 301, "/team/"],
  ["/old-team/", 301, "/team/"],
  ["/old-team/?utm=1&x=%22", 301, "/team/?utm=1&x=%22"],
  ["/temporary/", 302, "/team/"],
  ["/terms-and-condition", 301, "/terms/"],
  ["/terms-and-condition?lang=de", 301, "/de/agb/?lang=de"],
  ["/terms-and-condition/?a=b&lang=de", 301, "/de/agb/?a=b&lang=de"],
  ["/terms-and-condition/?xlang=de", 301, "/terms/?xlang=de"],
  ["/terms-and-condition/?lang=den", 301, "/terms/?lang=den"],
  ["/both/?b=2&c=3&a=1", 301, "/team/?b=2&c=3&a=1"],
  ["/both/?a=1", 301, "/terms/?a=1"],
  ["/team/?lang=de", 200, "page /team/"],
  ["/cat/", 301, "/insights/?cat=mlops"],
  ["/cat/?x=1", 301, "/insights/?cat=mlops&x=1"],
  ["/hash/", 301, "/team/#people"],
  ["/hash/?x=1", 301, "/team/?x=1#people"],
  ["/all/", 301, "/insights/?cat=mlops#list"],
  ["/all/?x=1", 301, "/insights/?cat=mlops&x=1#list"],
  ["/away/", 301, "https://other.example/x?y=1"],
  ["/colons/", 301, "/team/?at=:8080#:9"],
  ["/de/alt", 301, "/de/team/"],
  ["/old.html?x=1", 301, "/team/?x=1"],
  ["/%C3%BCber%20uns", 301, "/team/"],
  ["/100%25%20%22sure%22%20(a+b)%20$1%20%7Bx%7D%20~/", 301, "/de/%C3%A4/?q=%20%241"],
  ["/post/hello", 301, "/insights/#hello"],
  ["/post/hello/?x=1", 301, "/insights/?x=1#hello"],
  ["/post/a%20b%0d%0aX:1/", 301, "/insights/#a%20b%0d%0aX:1"],
  ["/post/a/b/", 404, "not found"],
  ["/wiki/anything/at/all", 301, "/insights/"],
  ["/wiki/", 301, "/insights/"],
  ["/wiki/live/", 200, "page /wiki/live/"],
  ["/archive/2020/x/?y=1", 301, "/team/2020/x/?y=1"],
  ["/out/a/b", 301, "https://other.example/a/b"],
  ["/de/post/x/", 301, "/de/wissen/?s=x"],
  ["/root/team/", 301, "/team/"],
  // The digits of an escape are of either case, and browsers leave them as they are.
  ["/%c3%bcber%20uns", 301, "/team/"],
  ["/ort/", 301, "https://xn--mnchen-3ya.example:8443/%C3%BC"],
  ["/gr%C3%B6%C3%9Fe/%c3%a4", 301, "/insights/#%c3%a4"],
  ["/gr%c3%b6%c3%9fe/%C3%A4/?x=1", 301, "/insights/?x=1#%C3%A4"],
  ["/%E6%BC%A2%E5%AD%97/a", 301, "/team/a"],
  ["/%e6%bc%a2%E5%AD%97/a?x=1", 301, "/team/a?x=1"],
  ["/c++%20($1)/a", 301, "/team/a"],
  ["/c%2B%2b%20%28%241)/a", 301, "/team/a"],
  ["/suche/?w%C3%B6rt=gr%C3%B6%C3%9Fe", 301, "/insights/?w%C3%B6rt=gr%C3%B6%C3%9Fe"],
  ["/suche/?w%c3%b6rt=gr%c3%b6%C3%9fe", 301, "/insights/?w%c3%b6rt=gr%c3%b6%C3%9fe"],
  ["/st%c3%bccke/a?art=s%c3%bc%c3%9f", 301, "/terms/?art=s%c3%bc%c3%9f"],
  ["/nowhere/", 404, "not found"],
  ["/de/nowhere/", 404, "nicht gefunden"],
  ["/de/nowhere", 404, "nicht gefunden"],
  ["/dense/", 404, "not found"],
  ["/_assets/gone.js", 404, "not found"],
  ["/_assets/", 404, "not found"],
  ["/_headers", 404, "not found"],
  ["/.git/config", 404, "not found"],
];

/** Hosts may encode `$` in a target. */
const same = (location: string): string => location.replaceAll("%24", "$");

/** `tls`: as a proxy asks that visitors reach by https. */
export async function checkAnswers(origin: string, base = "/", { tls = false } = {}): Promise<void> {
  const headers: HeadersInit = tls ? { "x-forwarded-proto": "https" } : {};
  const own = tls ? origin.replace("http:", "https:") : origin;
  const below = encodeURI(base);
  const rebase = (path: string): string => (path.startsWith("/") ? below + path.slice(1) : path);
  for (const [request, status, expected] of ANSWERS) {
    const response = await fetch(origin + rebase(request), { redirect: "manual", headers });
    const body = await response.text();
    const location = response.headers.get("location");
    // Apache writes the escapes of a folder's own redirect in lower case.
    const shown = location?.replace(own, "").replace(new RegExp(`^${below}`, "i"), below);
    const got = [request, response.status, shown === undefined ? body : same(shown)];
    expect(got).toEqual([request, status, status < 300 || status > 399 ? expected : same(rebase(expected))]);
  }
  // No response may redirect to another host because of the request.
  for (const request of [
    "/root//evil.example/",
    "/root/%2fevil.example",
    "/root/\\evil.example",
    "//evil.example/..",
  ]) {
    const location = await rawLocation(origin, rebase(request));
    expect([request, location]).toEqual([
      request,
      expect.not.stringMatching(/^(https?:)?[/\\]{2}(?!127\.0\.0\.1)|^\/\\/),
    ]);
  }
}

export async function checkHeaders(origin: string, base = "/"): Promise<void> {
  const cache: [string, string | null][] = [
    ["", "public, max-age=0, must-revalidate"],
    ["team/_payload.json", "public, max-age=0, must-revalidate"],
    ["_assets/app-1.js", "public, max-age=31536000, immutable"],
    ["_assets/builds/latest.json", "no-store"],
  ];
  for (const [path, value] of cache) {
    const response = await fetch(origin + base + path);
    expect([path, response.headers.get("cache-control")]).toEqual([path, value]);
  }
  const missing = await fetch(`${origin}${base}_assets/gone.js`);
  expect(missing.headers.get("cache-control") ?? "").not.toContain("immutable");
  for (const path of ["", "nowhere/", "_assets/app-1.js"]) {
    const { headers } = await fetch(origin + base + path);
    expect(headers.get("content-security-policy")).toBe(hostInput().headers.csp);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
    expect(headers.get("x-frame-options")).toBeNull();
  }
}

/** fetch would normalise the path; a hostile client does not. */
async function rawLocation(origin: string, path: string): Promise<string> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const { port } = new URL(origin);
    const call = request({ host: "127.0.0.1", port, path }, (response) => {
      response.resume();
      resolve(response.headers.location ?? "");
    });
    call.on("error", reject).end();
  });
}
