import { readFile } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { decodeUriPart } from "../content/rules/decode.ts";
import { encodeSitePath } from "../content/rules/encode.ts";
import { decodeEntities } from "../content/rules/html-entities.ts";
import { readLocalBuild } from "../deploy/local-build.ts";
import { contentHash } from "../files/hash.ts";
import { SitegenError, sitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";
import { LATEST_FILE, type ListedFile, partsOf } from "../publish/file-list.ts";
import { parseLatest, readParts } from "../publish/kept-builds.ts";
import { servedPath } from "../publish/page-files.ts";
import { fileOfReference } from "../publish/paths.ts";
import { damagedManifest } from "../publish/redirect-rules.ts";
import { compareText } from "../util/compare-text.ts";
import { isUrl } from "../util/is-url.ts";
import { checkFile, type FileCheck, type Mismatch } from "./check-file.ts";
import { checkRedirect, checkRename, expectedRedirects } from "./check-redirects.ts";
import { createHttpClient, type HttpClient, type HttpResponse } from "./http-client.ts";

export interface VerifyOptions {
  /** URL of the live site, including its base path. */
  url: string;
  out: string;
  renames: readonly string[];
  /** Files that only hosts read. */
  hostFiles: readonly string[];
  expectations: FileCheck;
  /** Number of files of each kind to check; default: all. */
  sample?: number | undefined;
  connections: number;
  /** Longest silence of a response. */
  timeoutMs?: number | undefined;
  reporter: Reporter;
  signal?: AbortSignal | undefined;
}

export interface VerifyReport {
  ok: boolean;
  url: string;
  buildId: string;
  checked: number;
  wrong: Mismatch[];
}

/** A path that no site has. */
export const MISSING_PATH = "sitegen-verify-nobody/";

/** Checks a live site against the build in the output folder. */
export async function verify(options: VerifyOptions): Promise<VerifyReport> {
  const { out, reporter, renames, expectations } = options;
  const site = siteAddress(options.url);
  const { root, rules } = await readLocalBuild(out);
  const listed = readParts(out, partsOf(root));
  if (!rules) throw damagedManifest(out, root.id, "is missing");
  if (!listed) {
    throw sitegenError("DEPLOY_NO_BUILD", {
      message: `The file list of build ${root.id} in ${out} is missing or damaged.`,
      where: out,
    });
  }
  const files = new Map(listed.map((file) => [file.path, file]));
  const visitor = createHttpClient(options);
  const redirects = expectedRedirects(rules, files);
  const stubs = new Set(redirects.flatMap(({ stub }) => stub?.path ?? []));
  const served = listed.filter(({ path }) => isServed(path, options.hostFiles) && !stubs.has(path));
  const checks = createChecks(options);
  const references = new Set<string>();
  try {
    reporter.step(`Verifying ${site}`);
    checks.add(`/${LATEST_FILE}`, () => checkLatest({ visitor, site, out, buildId: root.id, expectations }));
    for (const file of sampleList(served, options.sample)) {
      checks.add(servedPath(file.path), async () => {
        const response = await getFile(visitor, urlOf(site, file.path));
        if (file.path.endsWith(".html"))
          for (const ref of localReferences(response.body, root.base)) references.add(ref);
        return checkFile(servedPath(file.path), response, { file, expectations, site });
      });
    }
    for (const rule of sampleList(redirects, options.sample)) {
      const url = new URL(rule.request.slice(1), site).href;
      checks.add(rule.request, async () => checkRedirect(await getAs(visitor, url, [url]), rule, { url, site }));
    }
    for (const file of listed.filter(({ path }) => /(^|\/)404\.html$/.test(path))) {
      checks.add(servedPath(file.path), () =>
        checkNotFoundPage(file, { visitor, site, expectations, root: files.get("404.html") }),
      );
    }
    for (const from of renames) checks.add(from, () => checkRename(from, { visitor, site }));
    await checks.done();
    for (const ref of references) {
      if (!files.has(ref) && !files.has(`${ref}/index.html`))
        checks.add(servedPath(ref), () => checkReference(ref, { visitor, site }));
    }
    await checks.done();
  } finally {
    visitor.close();
  }
  const nameOf = ({ path, what }: Mismatch) => `${path}\n${what}`;
  const wrong = checks.wrong().sort((a, b) => compareText(nameOf(a), nameOf(b)));
  return { ok: wrong.length === 0, url: options.url, buildId: root.id, checked: checks.count(), wrong };
}

const NO_ADDRESS = { origin: "", pathname: "", protocol: "", username: "", password: "" };

/** The address of a site with a slash at its end; throws VERIFY_ADDRESS for what is none. */
export function siteAddress(url: string): string {
  const { origin, pathname, protocol, username, password } = isUrl(url) ? new URL(url) : NO_ADDRESS;
  if (username !== "" || password !== "") {
    throw sitegenError("VERIFY_ADDRESS", {
      message: "The address has a user name or a password, and neither is sent.",
      hint: "Give the address without them.",
    });
  }
  if (!/^https?:$/.test(protocol))
    throw sitegenError("VERIFY_ADDRESS", { message: `"${url}" is not the address of a site.` });
  return `${origin}${pathname.endsWith("/") ? pathname : `${pathname}/`}`;
}

/** False for dotfiles and files that only hosts read. */
function isServed(path: string, hostFiles: readonly string[]): boolean {
  if (hostFiles.includes(path) || /(^|\/)404\.html$/.test(path)) return false;
  return path.split("/").every((segment) => !segment.startsWith(".") || segment === ".well-known");
}

function urlOf(site: string, path: string): string {
  return new URL(encodeSitePath(servedPath(path).slice(1)), site).href;
}

/** Some hosts, such as Cloudflare, leave the ending of a page off: `/owner.html` leads to `/owner`. */
async function getFile(visitor: HttpClient, url: string): Promise<HttpResponse> {
  return getAs(visitor, url, [url, url.replace(/\.html$/, "")]);
}

/** Some hosts lead to their own spelling of an address first: Cloudflare's Workers from `/a+b/` to `/a%2Bb/`. */
async function getAs(visitor: HttpClient, url: string, same: readonly string[]): Promise<HttpResponse> {
  const response = await visitor.get(url);
  const { location } = response.headers;
  if (location === undefined || !isUrl(location, url)) return response;
  const next = new URL(location, url);
  const isSame = next.href !== url && same.some((one) => spelling(new URL(one)) === spelling(next));
  return isSame ? visitor.get(next.href) : response;
}

/** The same for all addresses that differ in their escapes alone. */
function spelling({ origin, pathname }: URL): string {
  return origin + decodeUriPart(pathname);
}

async function checkLatest(options: {
  visitor: HttpClient;
  site: string;
  out: string;
  buildId: string;
  expectations: FileCheck;
}): Promise<Mismatch[]> {
  const { visitor, site, out, buildId, expectations } = options;
  const response = await visitor.get(urlOf(site, LATEST_FILE));
  const bytes = await readFile(join(out, LATEST_FILE));
  const live = parseLatest(Buffer.from(response.body).toString("utf8"));
  if (response.status === 200 && live !== "" && live !== buildId) {
    return [{ path: `/${LATEST_FILE}`, what: "build", expected: buildId, got: live }];
  }
  const file = { path: LATEST_FILE, hash: contentHash(bytes), size: bytes.length };
  return checkFile(`/${LATEST_FILE}`, response, { file, expectations });
}

/** A host may have one error page for all languages: the root's is then accepted in a language's folder. */
async function checkNotFoundPage(
  file: ListedFile,
  options: { visitor: HttpClient; site: string; expectations: FileCheck; root: ListedFile | undefined },
): Promise<Mismatch[]> {
  const { visitor, site, expectations, root } = options;
  const path = `/${file.path.replace(/404\.html$/, "")}${MISSING_PATH}`;
  const response = await visitor.get(new URL(path.slice(1), site).href);
  const isRoot = root !== undefined && contentHash(response.body) === root.hash;
  return checkFile(path, response, { file: isRoot ? root : file, status: 404, expectations });
}

/** Checks a link without a file in the build: a redirect, or a broken link. */
async function checkReference(
  ref: string,
  { visitor, site }: { visitor: HttpClient; site: string },
): Promise<Mismatch[]> {
  const response = await visitor.get(urlOf(site, ref));
  if (response.status < 400) return [];
  return [{ path: servedPath(ref), what: "reference", expected: "a file or a redirect", got: String(response.status) }];
}

/**
 * All items, or a sample chosen by the items' hashes, so that the same list gives the same sample in any order. Items
 * are files or rules; a sample of files has up to `count` below _assets/ and as many others.
 */
function sampleList<T extends { path: string } | { request: string }>(items: readonly T[], count?: number): T[] {
  if (count === undefined) return [...items];
  const nameOf = (item: T) => ("path" in item ? item.path : item.request);
  const isAsset = (item: T) => nameOf(item).startsWith("_assets/");
  const some = (list: readonly T[]) =>
    list
      .map((item) => ({ item, order: contentHash(nameOf(item)) }))
      .sort((a, b) => compareText(a.order, b.order))
      .slice(0, count)
      .map(({ item }) => item);
  return [...some(items.filter((item) => !isAsset(item))), ...some(items.filter(isAsset))];
}

/** Attributes with one URL or several. */
const ATTRIBUTE = /\s(href|src|poster|data-app|data-shared|data-words|srcset|data-chunks)="(\/[^"]*)"/g;

/** Files below the site's base path that a page refers to, without duplicates. */
export function localReferences(html: Uint8Array, base: string): Set<string> {
  const found = new Set<string>();
  const note = (address: string) => {
    if (address.startsWith(base) && !address.startsWith("//")) {
      found.add(fileOfReference(decodeEntities(address.slice(base.length))));
    }
  };
  for (const [, name = "", value = ""] of Buffer.from(html).toString("utf8").matchAll(ATTRIBUTE)) {
    if (name === "srcset") for (const variant of value.split(",")) note(variant.trim().split(" ")[0] ?? "");
    else for (const address of name === "data-chunks" ? value.split(" ") : [value]) note(address);
  }
  return found;
}

/**
 * After this many requests in a row without a response the site counts as unreachable; each was retried. Where nothing was
 * answered yet, one is enough.
 */
const MAX_UNREACHABLE = 5;

const THE_REST: Mismatch = {
  path: "/",
  what: "answer",
  expected: "one from every address",
  got: "none any more: the rest was not checked",
};

/**
 * Runs checks concurrently. A request without a complete response is a mismatch and does not stop the others; several
 * in a row do, since the next ones would take as long to fail.
 */
function createChecks({ connections, reporter, signal }: VerifyOptions) {
  const limit = pLimit(connections);
  const wrong: Mismatch[] = [];
  let running: Promise<void>[] = [];
  let count = 0;
  let ended = 0;
  let answered = 0;
  let unreachable: SitegenError[] = [];
  const isUnreachable = () => unreachable.length >= (answered === 0 ? 1 : MAX_UNREACHABLE);
  const run = async (path: string, check: () => Promise<Mismatch[]>): Promise<void> => {
    signal?.throwIfAborted();
    if (isUnreachable()) return;
    try {
      wrong.push(...(await check()));
      answered += 1;
      unreachable = [];
    } catch (error) {
      if (!(error instanceof SitegenError) || error.code !== "VERIFY_UNREACHABLE") throw error;
      unreachable.push(error);
      wrong.push({ path, what: "answer", expected: "a whole one", got: error.message });
    }
    ended += 1;
    if (ended % 50 === 0) reporter.progress(ended, count, "addresses");
  };
  return {
    /** `path` is reported if its request gets no response. */
    add(path: string, check: () => Promise<Mismatch[]>): void {
      count += 1;
      running.push(limit(run, path, check));
    },
    /** Waits for all. Throws if no request got a response. */
    async done() {
      try {
        await Promise.all(running);
      } finally {
        limit.clearQueue();
        running = [];
      }
      if (answered === 0 && unreachable[0]) throw unreachable[0];
    },
    wrong: () => (isUnreachable() ? [...wrong, THE_REST] : wrong),
    /** Number of requests with a result. */
    count: () => ended,
  };
}
