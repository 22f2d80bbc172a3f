/** Mirrored assets over real HTTP: what is fetched, revalidated and rejected, and that nothing stops a build. */

import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type MirrorOptions, mirrorAssets } from "../../src/assets/mirror-assets.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { AssetRecord } from "../../src/content/assets/asset.ts";
import { gatherAssets } from "../../src/generate/gather-assets.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** The connection ends in the middle of the body. */
  breaks?: boolean;
}

let server: Server;
let origin: string;
let answers: Record<string, Answer>;
let asked: { path: string; headers: IncomingHttpHeaders }[];
let folder: { dir: string; remove: () => void };
let photo: Buffer;

beforeAll(async () => {
  photo = await picture("#336699");
  server = createServer((request, response) => {
    const path = request.url ?? "/";
    asked.push({ path, headers: request.headers });
    const { status = 200, headers = {}, body = "", breaks } = answers[path] ?? { status: 404 };
    const same = headers.etag !== undefined && request.headers["if-none-match"] === headers.etag;
    const dated =
      headers["last-modified"] !== undefined && request.headers["if-modified-since"] === headers["last-modified"];
    response.writeHead(same || dated ? 304 : status, breaks ? { ...headers, "content-length": "9999" } : headers);
    if (!breaks) return response.end(same || dated ? "" : body);
    response.write(body);
    setTimeout(() => response.destroy(), 20);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  folder = temporaryFolder();
  asked = [];
  answers = {
    "/f/1/900x600/aa/photo.jpg": { body: photo, headers: { etag: '"one"', "content-type": "image/jpeg" } },
    "/f/1/bb/sheet.pdf": { body: "%PDF-1", headers: { "last-modified": "Tue, 04 Mar 2025 09:00:00 GMT" } },
    "/f/1/cc/mark.svg": { body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"/>' },
  };
});
afterEach(() => folder.remove());

const ALL = ["/f/1/900x600/aa/photo.jpg", "/f/1/bb/sheet.pdf", "/f/1/cc/mark.svg"];

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

function mirror(filenames: readonly string[] = ALL, more: Partial<MirrorOptions> = {}) {
  const fixed = { origin, cacheDir: folder.dir, base: "/", timeoutMs: 2000, offline: false };
  return mirrorAssets({ filenames, ...fixed, ...more });
}

const paths = () => asked.map(({ path }) => path).sort();
const codes = (result: Awaited<ReturnType<typeof mirror>>) =>
  result.problems.map(({ problem: { severity, code, message } }) => `${severity} ${code} ${message}`);

test("names hold the content's hash, pictures get variants of every size, and all files are there", async () => {
  const { lookup, files, problems, requests } = await mirror();
  expect([problems, requests]).toEqual([[], 3]);
  const record = lookup(ALL[0] ?? "");
  expect(record).toMatchObject({
    src: expect.stringMatching(/^\/_assets\/media\/photo-[0-9a-f]{16}\.jpg$/),
    width: 900,
  });
  expect(record?.widths).toEqual([480, 800, 900]);
  expect(record?.sources.map(({ type }) => type)).toEqual(["image/avif", "image/webp"]);
  expect(lookup(ALL[2] ?? "")).toMatchObject({ width: 4, height: 3, sources: [], widths: [] });
  const named = [record?.src ?? "", ...sourcesOf(record)];
  for (const address of named) {
    const file = files.find(({ path }) => `/${path}` === address);
    const { format, width } = await sharp(file?.source).metadata();
    expect([address, width]).toEqual([address, Number(/-(\d+)\.\w+$/.exec(address)?.[1] ?? 900)]);
    expect({ avif: "heif", webp: "webp", jpg: "jpeg" }[address.split(".").at(-1) ?? ""]).toBe(format);
  }
});

test("a name with umlauts and spaces is readable in the address", async () => {
  const name = "/f/1/bb/F%C3%A4hren%20%26%20Tarife%2050%25.pdf";
  answers[name] = { body: "%PDF-2" };
  const { lookup } = await mirror([name]);
  expect(lookup(name)?.src).toMatch(/^\/_assets\/media\/faehren-tarife-50-[0-9a-f]{16}\.pdf$/);
});

test("one download for any number of pages and builds; variants are made once", async () => {
  await mirror([...ALL, ...ALL, `${origin}${ALL[1]}`]);
  expect(paths()).toEqual([ALL[0], ALL[1], ALL[1], ALL[2]].sort());
  const made = () =>
    readdirSync(join(folder.dir, "variants")).map((name) => statSync(join(folder.dir, "variants", name)).mtimeMs);
  const before = made();
  expect(before).toHaveLength(4 + 1); // four files and the record of their hashes
  const second = await mirror();
  expect([second.requests, asked.length, made()]).toEqual([0, 4, before]);
  expect((await mirror(ALL, { offline: true })).problems).toEqual([]);
});

test("asking again with the version at hand: 304 costs no download and keeps the variants", async () => {
  const first = await mirror();
  asked = [];
  const again = await mirror(ALL, { revalidate: true });
  expect(paths()).toEqual([...ALL].sort());
  const sent = Object.fromEntries(asked.map(({ path, headers }) => [path, headers]));
  expect(sent[ALL[0] ?? ""]?.["if-none-match"]).toBe('"one"');
  expect(sent[ALL[1] ?? ""]?.["if-modified-since"]).toBe("Tue, 04 Mar 2025 09:00:00 GMT");
  expect(sent[ALL[2] ?? ""]).not.toHaveProperty("if-none-match");
  expect([again.files, again.problems, again.requests]).toEqual([first.files, [], 3]);
});

test("a build asks again with --full only", async () => {
  const config = await loadConfig({ cwd: folder.dir, file: undefined, env: {} });
  const gather = (full: boolean) =>
    gatherAssets({ config, filenames: ALL, endpoint: `${origin}/v2`, stateDir: folder.dir, offline: false, full });
  const requests = [];
  for (const full of [false, false, true]) requests.push((await gather(full)).requests);
  expect([requests, asked.length]).toEqual([[3, 0, 3], 6]);
});

test("a file that was replaced at its address is found, and gets another name", async () => {
  const first = await mirror();
  answers[ALL[0] ?? ""] = { body: await picture("#993311"), headers: { etag: '"two"' } };
  expect((await mirror()).lookup(ALL[0] ?? "")).toEqual(first.lookup(ALL[0] ?? ""));
  const again = await mirror(ALL, { revalidate: true });
  expect(again.lookup(ALL[0] ?? "")?.src).not.toBe(first.lookup(ALL[0] ?? "")?.src);
  expect(again.lookup(ALL[1] ?? "")).toEqual(first.lookup(ALL[1] ?? ""));
  asked = [];
  expect((await mirror(ALL, { revalidate: true })).files).toEqual(again.files);
  expect(asked.find(({ path }) => path === ALL[0])?.headers["if-none-match"]).toBe('"two"');
});

test.each([
  ["gone", { status: 404 }, "the server responded with 404"],
  ["in trouble", { status: 503 }, "the server responded with 503"],
  ["a login page", { body: "<html>", headers: { "content-type": "text/html" } }, "a web page instead of the file"],
  ["cut off", { body: "%PDF", breaks: true }, "the connection ended too early"],
])("an asset that is %s now keeps its last good copy, and is reported", async (_, answer: Answer, reason) => {
  const first = await mirror();
  answers[ALL[1] ?? ""] = answer;
  const again = await mirror(ALL, { revalidate: true });
  expect(again.files).toEqual(first.files);
  expect(codes(again)).toEqual([
    expect.stringMatching(`^warning ASSET_KEPT The asset sheet.pdf could not be downloaded again.*${reason}`),
  ]);
});

test("a server that is gone altogether leaves every copy", async () => {
  const first = await mirror();
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const again = await mirror(ALL, { revalidate: true, origin: `http://127.0.0.1:${port}` });
  expect(again.files).toEqual(first.files);
  expect(codes(again)).toEqual(Array(3).fill(expect.stringMatching(/ASSET_KEPT .*ECONNREFUSED/)));
});

test.each([
  ["/f/1/none.jpg", { status: 404 }, "the server responded with 404"],
  ["/f/1/login.jpg", { body: "<!doctype html>", headers: { "content-type": "text/html" } }, "a web page"],
  ["/f/1/page.html", { body: "<script>" }, 'type ".html" are not published'],
  ["/f/1/code.js", { body: "1" }, 'type ".js" are not published'],
  ["/f/1/shell.php", { body: "<?php" }, 'type ".php" are not published'],
  ["/f/1/nothing", { body: "x" }, "files without an extension are not published"],
  ["/f/1/said.bin.pdf", { body: "x", headers: { "content-length": "3000" }, breaks: true }, "larger than"],
  ["/f/1/unsaid.pdf", { body: Buffer.alloc(3000) }, "larger than"],
  ["/f/1/packed.pdf", { body: gzipSync(Buffer.alloc(3000)), headers: { "content-encoding": "gzip" } }, "larger than"],
  ["/f/1/unpacked.pdf", { body: "%PDF", headers: { "content-encoding": "gzip" } }, "incorrect header check"],
  ["/f/1/broken.svg", { body: "<svg onload=alert(1)>" }, "not an SVG"],
  ["file:///etc/passwd.txt", {}, "file: URLs are not downloaded"],
  ["http://[::bad/x.png", {}, "Invalid URL"],
  ["not an address.png", { status: 404 }, "responded with 404"],
])("%s is a reported problem, and the others are there", async (filename, answer: Answer, reason) => {
  if (filename.startsWith("/")) answers[filename] = answer;
  const result = await mirror([filename, ALL[1] ?? ""], { maxBytes: 2000 });
  expect(codes(result)).toEqual([expect.stringContaining("warning ASSET_FAILED")]);
  expect(codes(result)[0]).toContain(reason);
  expect(result.lookup(filename)).toBeUndefined();
  expect(result.files).toHaveLength(1);
});

test("a drawing under a picture's name is no picture, and one whose size is no number is downloaded once", async () => {
  const drawing = (attributes: string) => ({ body: `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}/>` });
  answers = {
    "/a.png": drawing('width="9" height="9"'),
    "/b.svg": drawing('viewBox="0 0 24px 24px"'),
    "/c.svg": drawing(`width="${"9".repeat(400)}" height="3"`),
  };
  for (const _ of ["first", "second"]) {
    const result = await mirror(Object.keys(answers));
    expect(codes(result)).toEqual([expect.stringContaining("no picture was found in it")]);
    expect(result.files.map(({ source }) => readFileSync(source, "utf8").slice(0, 4))).toEqual(Array(3).fill("<svg"));
    expect(result.lookup("/c.svg")).toMatchObject({ width: 0, height: 3 });
  }
  expect(paths()).toEqual(["/a.png", "/b.svg", "/c.svg"]);
});

test.each([
  ["gzip", gzipSync],
  ["br", brotliCompressSync],
  ["deflate", deflateSync],
])("a file that the server sends as %s, although not asked to, is unpacked", async (encoding, pack) => {
  answers["/packed.txt"] = { body: pack("as it is"), headers: { "content-encoding": encoding } };
  const { files } = await mirror(["/packed.txt"]);
  expect(files.map(({ source }) => readFileSync(source, "utf8"))).toEqual(["as it is"]);
});

test("a fault is asked about once more, a refusal is not", async () => {
  answers = { "/a.pdf": { status: 503 }, "/b.pdf": { status: 404 }, "/c.pdf": { body: "x", breaks: true } };
  await mirror(["/a.pdf", "/b.pdf", "/c.pdf"]);
  expect(paths()).toEqual(["/a.pdf", "/a.pdf", "/b.pdf", "/c.pdf", "/c.pdf"]);
});

test("a picture that cannot be read is published as it is; an animation is not stilled", async () => {
  const frames = await sharp(await picture("#111111"))
    .resize(300)
    .gif()
    .toBuffer();
  const animated = await sharp([frames, await sharp(frames).negate().toBuffer()], { join: { animated: true } })
    .webp({ loop: 0 })
    .toBuffer();
  answers = {
    "/cut.jpg": { body: photo.subarray(0, photo.length / 2) },
    "/text.png": { body: "not a picture" },
    "/moving.webp": { body: animated },
  };
  const result = await mirror(["/cut.jpg", "/text.png", "/moving.webp"]);
  expect(result.files.map(({ path }) => path.replace(/-[0-9a-f]{16}/, ""))).toEqual([
    "_assets/media/cut.jpg",
    "_assets/media/moving.webp",
    "_assets/media/text.png",
  ]);
  expect(codes(result)).toEqual([
    expect.stringContaining("warning ASSET_UNSCALED The picture cut.jpg is damaged"),
    expect.stringContaining("warning ASSET_UNSCALED The picture text.png is damaged"),
  ]);
  expect(result.lookup("/moving.webp")).toMatchObject({ width: 300, sources: [], widths: [] });
});

test("an SVG is published without what could act, under the name of what is published", async () => {
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>';
  answers = {
    "/a.svg": { body: drawing.replace("<path", "<script>alert(1)</script><path onclick='x'") },
    "/b/a.svg": { body: drawing },
  };
  const { files } = await mirror(["/a.svg", "/b/a.svg"]);
  expect(files).toHaveLength(1);
  expect(readFileSync(files[0]?.source ?? "", "utf8")).toBe(drawing);
});

test("a lost or damaged cache is fetched again", async () => {
  const first = await mirror();
  for (const name of readdirSync(join(folder.dir, "index")))
    writeFileSync(join(folder.dir, "index", name), "{ damaged");
  asked = [];
  expect((await mirror()).files).toEqual(first.files);
  expect(asked).toHaveLength(3);
  rmSync(join(folder.dir, "files"), { recursive: true });
  const again = await mirror();
  expect(again.files).toEqual(first.files);
  expect(again.files.length).toBeGreaterThan(0);
  expect(again.files.filter(({ source }) => !existsSync(source))).toEqual([]);
});

test("what is not there offline is a problem and no request", async () => {
  const result = await mirror(ALL, { offline: true });
  expect(codes(result)).toEqual(Array(3).fill(expect.stringMatching(/ASSET_FAILED .*--offline/)));
  expect(asked).toEqual([]);
});

test("an interrupted build ends as one, not with problems", async () => {
  const signal = AbortSignal.abort();
  await expect(mirror(ALL, { signal })).rejects.toThrow(/aborted/);
});

test.each(["refuses", "stalls"])("a host that %s is given up: bounded, one problem, its own addresses", async (how) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as AddressInfo;
  let reached = 0;
  silent.on("request", () => {
    reached += 1;
  });
  if (how === "refuses") silent.close();
  const lost = Array.from({ length: 300 }, (_, index) => `http://127.0.0.1:${port}/f/1/900x600/x${index}/lost.jpg`);
  const progress: number[] = [];
  const further = [`http://127.0.0.1:${port}`];
  const options = { timeoutMs: 1000, onProgress: (done: number) => progress.push(done), assetHosts: further };
  const result = await mirror([...ALL, ...lost], options);
  expect(codes(result)).toEqual([
    expect.stringMatching(
      `^warning ASSET_HOST_UNREACHABLE 127.0.0.1:${port} does not respond .*so 300 files of it could not be mirrored`,
    ),
  ]);
  expect(reached).toBeLessThan(30);
  expect(lost.map((address) => result.lookup(address))).toEqual(lost.map((src) => expect.objectContaining({ src })));
  expect(lost.filter((address) => result.lookup(address)?.foreign)).toEqual([]);
  expect(result.lookup(ALL[0] ?? "")?.src).toMatch(/^\/_assets/);
  expect(progress).toEqual(Array.from({ length: 303 }, (_, index) => index + 1));
  silent.close();
  silent.closeAllConnections();
});

test("a host that is given up and that visitors must not be sent to is a link at most", async () => {
  const closed = createServer();
  await new Promise<void>((done) => closed.listen(0, "127.0.0.1", done));
  const { port } = closed.address() as AddressInfo;
  await new Promise((done) => closed.close(done));
  const lost = Array.from({ length: 10 }, (_, index) => `http://127.0.0.1:${port}/f/1/x${index}/lost.jpg`);
  const result = await mirror(lost, { origin: `http://127.0.0.1:${port}` });
  expect(lost.map((address) => result.lookup(address)?.foreign)).toEqual(lost.map(() => true));
  expect(codes(result)).toEqual([expect.stringContaining("ASSET_HOST_UNREACHABLE")]);
});

test("an abort ends it at once, whatever is waited for", async () => {
  const silent = createServer(() => undefined);
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  const { port } = silent.address() as AddressInfo;
  const stop = new AbortController();
  silent.on("request", () => stop.abort(new Error("stopped")));
  const lost = Array.from({ length: 50 }, (_, index) => `http://127.0.0.1:${port}/f/1/x${index}/lost.jpg`);
  await expect(
    mirror(lost, { origin: `http://127.0.0.1:${port}`, timeoutMs: 60_000, signal: stop.signal }),
  ).rejects.toThrow("stopped");
  silent.close();
  silent.closeAllConnections();
});

/** Addresses of a picture's variants. */
function sourcesOf({ sources = [], widths = [] }: Partial<AssetRecord> = {}): string[] {
  return sources.flatMap(({ src }) => widths.map((width) => src.replace("{w}", String(width))));
}
