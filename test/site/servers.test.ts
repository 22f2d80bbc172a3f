/**
 * The generated sample site as visitors get it from nginx, from Apache and from `sitegen serve`: files, links, redirects,
 * headers and error pages. What the files of a host say is proved here; test/render/hosts has the
 * cases that the sample site does not.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, shareOf } from "../helpers/exhaustive.ts";
import { startApache, startNginx } from "../render/hosts/servers.ts";
import { command } from "../serve/command.ts";
import { get, type HttpResponse } from "../serve/helpers.ts";
import { filesInJson, filesOf } from "./addresses.ts";
import { all, attribute, elementsIn } from "./html.ts";
import { grouped, ORIGIN, type ReadSite, readSite, type SitePage } from "./read-site.ts";

const HOST_FILES = new Set([".htaccess", "nginx.conf", "serve.json"]);
const SERVERS = [
  { name: "nginx", start: (out: string) => startNginx(out, join(out, "nginx.conf")) },
  { name: "Apache", start: startApache },
  { name: "sitegen serve", start: startServe },
];

async function startServe(out: string) {
  const config = join(out, "../sitegen.config.json");
  const running = command(["serve", "--port", "0", "--out", out, "--config", config], { cwd: tmpdir() });
  const [, origin = ""] = await running.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
  return { origin, stop: async () => void (await running.interrupt()) };
}

let site: ReadSite;
let policy: string;
beforeAll(async () => {
  site = await readSite();
  const [rule] = JSON.parse(site.text("serve.json")).headers as { headers: { key: string; value: string }[] }[];
  policy = rule?.headers.find(({ key }) => key === "Content-Security-Policy")?.value ?? "";
});

// nginx and `sitegen serve`; Apache in the exhaustive run, and with rules of its own in test/render/hosts.
describe.each(shareOf(SERVERS, 0, 2))("$name", ({ start }) => {
  let server: { origin: string; stop(): Promise<void> };
  beforeAll(async () => {
    server = await start((await readSite()).out);
  });
  afterAll(() => server.stop());

  /** Requests all of them, a few at once, and collects what is wrong with the responses. */
  async function ask<T>(asked: readonly T[], check: (one: T) => AsyncGenerator<Fault>): Promise<string[]> {
    const limit = pLimit(8);
    const faults = asked.map((one) => limit(async () => await collect(check(one))));
    return grouped((await Promise.all(faults)).flat());
  }

  test("sends files as they are, with its type, its cache rule and the security headers", async () => {
    const files = [...site.files].filter((file) => !HOST_FILES.has(file) && !site.stubs.includes(file));
    expect(files.length).toBeGreaterThan(500);
    const faults = await ask(casesOf(files, kindOfFile, 40), async function* (file) {
      const at = encodeURI(`/${file.replace(/(^|\/)index\.html$/, "$1")}`);
      const got = await get(server.origin, at);
      if (got.status !== 200) return yield { at, fault: `status ${got.status}` };
      if (digest(got.body) !== digest(readFileSync(join(site.out, file)))) yield { at, fault: "other bytes" };
      yield* headerFaults(at, got);
      const type = String(got.headers["content-type"]);
      if (!typeOf(file).test(type)) yield { at, fault: `${file.replace(/.*\./, ".")} as ${type}` };
      const cache = got.headers["cache-control"];
      if (cache !== cacheOf(file)) yield { at, fault: `cache-control ${cache}, not ${cacheOf(file)}` };
      if (got.headers["content-encoding"]) yield { at, fault: "packed, though nobody asked for it" };
      // Files that are revalidated each time need an ETag.
      const { etag = "" } = got.headers;
      const again = await get(server.origin, at, { "if-none-match": etag });
      if (etag === "" || again.status !== 304) yield { at, fault: `ETag ${etag}, then status ${again.status}` };
    });
    expect(faults).toEqual([]);
  });

  test("answers each link, picture size and file that a page, style, payload, sitemap or feed names", async () => {
    const named = namedAddresses();
    expect(named.size).toBeGreaterThan(500);
    const cases = casesOf([...named], ([at]) => kindOfFile(at), 150);
    const faults = await ask(cases, async function* ([at, from]) {
      const { status, headers } = await get(server.origin, at);
      if (status !== 200) yield { at, fault: `status ${status} ${headers.location ?? ""}, named by ${from}` };
    });
    expect(faults).toEqual([]);
  });

  test("leads a page's address without the slash to the page, query and all", async () => {
    const faults = await ask(casesOf(site.pages.slice(1), kindOfPage, 20), async function* ({ path }) {
      if (path === "/") return;
      const at = `${path.slice(0, -1)}?a=1&b=%20`;
      const { status, headers } = await get(server.origin, at);
      const location = headers.location?.replace(server.origin, "");
      if (status !== 301 || location !== `${path}?a=1&b=%20`) yield { at, fault: `${status} ${location}` };
    });
    expect(faults).toEqual([]);
  });

  test("follows redirect rules: both forms of the path, conditions, queries, and the target is there", async () => {
    const requests = redirectRequests();
    expect(requests.filter(({ at }) => at.includes("lang=de")).length).toBeGreaterThan(20);
    expect(requests.length).toBeGreaterThan(600);
    const cases = casesOf(requests, ({ rule }) => rule, 60);
    const faults = await ask(cases, async function* ({ at, status, location }) {
      const got = await get(server.origin, at);
      const led = got.headers.location?.replace(server.origin, "");
      if (got.status !== status || led !== location)
        yield { at, fault: `${got.status} ${led}, not ${status} ${location}` };
      yield* headerFaults(at, got);
      if (!location.startsWith("/")) return;
      const target = await get(server.origin, location.replace(/#.*$/, ""));
      if (target.status !== 200) yield { at, fault: `leads to ${location}: ${target.status}` };
    });
    expect(faults).toEqual([]);
  });

  test("says in the language of the path that a page is not there, below any page", async () => {
    const missing = casesOf(site.pages, kindOfPage, 20).flatMap(({ path, lang }) =>
      ["nowhere/", "nowhere", "nowhere.html"].map((name) => ({ at: path + name, lang })),
    );
    const faults = await ask(missing, async function* ({ at, lang }) {
      const got = await get(server.origin, at);
      const page = lang === "de" ? "de/404.html" : "404.html";
      if (got.status !== 404) yield { at, fault: `status ${got.status}` };
      else if (got.text !== site.text(page)) yield { at, fault: `not ${page}` };
      if (/immutable/.test(String(got.headers["cache-control"]))) yield { at, fault: "kept for a year" };
      yield* headerFaults(at, got);
    });
    expect(faults).toEqual([]);
  });

  test("has no page in place of a missing asset, and hides what is not for visitors", async () => {
    const folders = [...site.files].flatMap((file) => {
      const folder = file.replace(/[^/]*$/, "");
      return [`/${folder}none-0123456789.js`, ...(site.files.has(`${folder}index.html`) ? [] : [`/${folder}`])];
    });
    const hidden = [...HOST_FILES].map((file) => `/${file}`);
    const hostile = [
      "/.git/config",
      "/de/.env",
      "/../secret",
      "/%2e%2e/secret",
      "/..%2f..%2fetc/passwd",
      "/%00",
      "/%ff/",
    ];
    const cases = [...casesOf([...new Set(folders)], (at) => String(at.split("/").length), 60), ...hidden, ...hostile];
    const faults = await ask(cases, async function* (at) {
      const got = await get(server.origin, at);
      // Servers refuse some requests before they look for a file.
      if (got.status !== 404 && !(hostile.includes(at) && [400, 403].includes(got.status)))
        yield { at, fault: `status ${got.status}` };
      if (/immutable/.test(String(got.headers["cache-control"]))) yield { at, fault: "kept for a year" };
    });
    expect(faults).toEqual([]);
  });
});

/** Type and depth, so that one of each is requested: at the top, in a folder, deeper. */
const kindOfFile = (path: string) => `${path.split("/").slice(0, -1).length} ${path.replace(/^.*?(\.[^./]*)?$/, "$1")}`;
const kindOfPage = ({ path, lang }: SitePage) => `${lang} ${path.split("/").length}`;

interface Fault {
  at: string;
  fault: string;
}

async function collect(faults: AsyncGenerator<Fault>): Promise<Fault[]> {
  const found: Fault[] = [];
  for await (const fault of faults) found.push(fault);
  return found;
}

function* headerFaults(at: string, { headers }: HttpResponse): Generator<Fault> {
  const wanted: Record<string, string> = {
    "content-security-policy": policy,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
  };
  for (const [name, value] of Object.entries(wanted))
    if (value === "" || headers[name] !== value) yield { at, fault: `${name}: ${headers[name]}` };
  if (!/camera=\(\)/.test(String(headers["permissions-policy"]))) yield { at, fault: "no permissions-policy" };
  if (headers["x-frame-options"]) yield { at, fault: "x-frame-options locks the visual editor out" };
  const scripts = /script-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1] ?? "'unsafe-inline'";
  if (/unsafe|\*/.test(scripts)) yield { at, fault: `script-src ${scripts}` };
}

function cacheOf(file: string): string {
  if (file === "_assets/builds/latest.json") return "no-store";
  return file.startsWith("_assets/") ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate";
}

/** Content types, since browsers must not guess them. */
const TYPES: Record<string, RegExp> = {
  html: /^text\/html; ?charset=utf-8$/i,
  css: /^text\/css/,
  js: /^(text|application)\/javascript/,
  json: /^application\/json/,
  xml: /^(text|application)\/xml/,
  txt: /^text\/plain/,
  bin: /^application\/octet-stream/,
  svg: /^image\/svg\+xml/,
  jpg: /^image\/jpeg$/,
  png: /^image\/png$/,
  avif: /^image\/avif$/,
  webp: /^image\/webp$/,
  woff2: /^font\/woff2$/,
  mp3: /^audio\/mpeg$/,
  mp4: /^video\/mp4$/,
  vtt: /^text\/vtt/,
  pdf: /^application\/pdf$/,
};

function typeOf(file: string): RegExp {
  return TYPES[file.split(".").at(-1) ?? ""] ?? /^a type that this test does not know$/;
}

/** Every address named in the site, without fragment, each with one place that names it. */
function namedAddresses(): Map<string, string> {
  const named = new Map<string, string>();
  const add = (address: string, from: string) => {
    const own = (address.startsWith(ORIGIN) ? address.slice(ORIGIN.length) : address).replace(/#.*$/, "");
    if (own.startsWith("/") && !own.startsWith("//") && !named.has(own)) named.set(own, from);
  };
  for (const page of [...site.pages, ...site.errorPages]) {
    for (const one of elementsIn(page.root)) for (const file of filesOf(one)) add(file, page.path);
    // A form is posted, not requested: test/serve/contact.test.ts.
    for (const one of all(page.root, "a", "area", "link", "meta"))
      for (const name of ["href", "content"]) add(attribute(one, name), page.path);
  }
  for (const file of site.files)
    if (!file.startsWith("_assets/builds/") && !HOST_FILES.has(file))
      for (const address of namedIn(file)) add(address, file);
  return named;
}

function* namedIn(file: string): Generator<string> {
  if (file.endsWith(".json")) yield* filesInJson(JSON.parse(site.text(file)));
  if (/\.(json|xml|css|txt)$/.test(file))
    for (const [, address = ""] of site.text(file).matchAll(NAMES)) yield address.replaceAll("&amp;", "&");
}

/** `url()` in a style, an address in JSON, a sitemap, a feed or robots.txt. */
const NAMES = new RegExp(`(?:url\\("?|(?=${ORIGIN}/))((?:${ORIGIN})?/[^"\\s<>)]+)`, "g");

interface RedirectRequest {
  /** The kind of rule: with a pattern, with a query, in which language. */
  rule: string;
  at: string;
  status: number;
  location: string;
}

/** Requests for every rule of the build's manifest, and what must come back. */
function redirectRequests(): RedirectRequest[] {
  const { id } = JSON.parse(site.text("_assets/builds/latest.json")) as { id: string };
  const manifest = JSON.parse(site.text(`_assets/builds/meta/${id}.json`)) as Manifest;
  const rules = Object.entries(manifest.routeRules).flatMap(([key, { redirect }]) => {
    const [path = "", query = ""] = key.split("?");
    return redirect ? [{ path, query, ...redirect }] : [];
  });
  return rules.flatMap(({ path, query, to, status }) => {
    // A value that no rule asks for goes to the plain rule; what is asked for may stand anywhere in the query.
    const queries = query === "" ? ["", "lang=fr", "utm=a%20b&x=1"] : [query, `a=1&${query}`, `${query}&b=%C3%BC`];
    const sources = [filled(path), filled(path).replace(/\/$/, "")];
    return sources.flatMap((from) =>
      queries.map((search, nth) => ({
        rule: [path.replace(/^\/(de\/)?[^:*]*/, "$1"), query === "", from.endsWith("/"), nth, status].join(" "),
        at: encodeURI(from) + (search && `?${search}`),
        status,
        location: joined(filled(to), search),
      })),
    );
  });
}

/** Names of the sample's patterns, with values that no other rule has. */
const VALUES: Record<string, string> = { slug: "a-slug", category: "never-was", n: "17" };

/** A path that a pattern fits, and where it leads. */
function filled(text: string): string {
  return text.replace(/:(\w+)/g, (name: string, key: string) => VALUES[key] ?? name).replace(/\*$/, "2020/x/");
}

interface Manifest {
  routeRules: Record<string, { redirect?: { to: string; status: number } }>;
}

function joined(to: string, search: string): string {
  const [, address = "", hash = ""] = /^([^#]*)(.*)$/.exec(to) ?? [];
  return `${address}${search && (address.includes("?") ? "&" : "?")}${search}${hash}`;
}

function digest(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
