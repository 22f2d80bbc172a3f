import sharp from "sharp";
import { expect, test } from "vitest";
import { api, page, serveFiles, serveOnce } from "./helpers.ts";

/** Left half red, right half blue, so that crops can be told apart. */
async function twoColours(): Promise<Buffer> {
  const blue = await sharp({ create: { width: 100, height: 100, channels: 3, background: "#0000ff" } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 200, height: 100, channels: 3, background: "#ff0000" } })
    .composite([{ input: blue, left: 100, top: 0 }])
    .png()
    .toBuffer();
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"/>';
const VIDEO = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));

const service = serveOnce({
  "stories/x.json": page({
    image: { $asset: "pictures/two.png" },
    svg: { $asset: "dot.svg" },
    video: { $asset: "line.mp4" },
    animation: { $asset: "a b.json" },
    gone: { $asset: "gone.jpg" },
  }),
  "assets/pictures/two.png": await twoColours(),
  "assets/dot.svg": SVG,
  "assets/line.mp4": VIDEO,
  "assets/a b.json": "{}",
});

async function address(field: string): Promise<string> {
  const { story } = (await api(service(), "stories/x")).body;
  return (story.content[field] as { filename: string }).filename;
}

async function image(operations: string, headers: Record<string, string> = {}) {
  const response = await fetch((await address("image")) + operations, { headers });
  const data = Buffer.from(await response.arrayBuffer());
  const { format, width, height } = response.ok ? await sharp(data).metadata() : {};
  return { status: response.status, type: response.headers.get("content-type"), format, width, height, data };
}

async function colour(data: Buffer): Promise<string> {
  const { data: pixel } = await sharp(data).resize(1, 1).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return pixel[0] && pixel[0] > 128 ? "red" : "blue";
}

test("addresses carry space, size, hash and name on the service's own origin", async () => {
  expect(await address("image")).toMatch(new RegExp(`^${service().origin}/f/4711/200x100/[0-9a-f]{10}/two.png$`));
  expect(await address("svg")).toMatch(/\/f\/4711\/30x20\/[0-9a-f]{10}\/dot\.svg$/);
  expect(await address("video")).toMatch(/\/f\/4711\/x\/[0-9a-f]{10}\/line\.mp4$/);
  expect(await address("animation")).toMatch(/\/a%20b\.json$/);
});

test.each([
  ["image", "image/png"],
  ["svg", "image/svg+xml"],
  ["video", "video/mp4"],
  ["animation", "application/json"],
])("%s is served as it is, as %s", async (field, type) => {
  const response = await fetch(await address(field));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
  expect(response.headers.get("cache-control")).toContain("immutable");
  const etag = response.headers.get("etag") ?? "";
  expect((await fetch(await address(field), { headers: { "if-none-match": etag } })).status).toBe(304);
});

test("what is not there is 404", async () => {
  expect((await fetch(await address("gone"))).status).toBe(404);
  expect((await fetch((await address("svg")).replace("dot", "dit"))).status).toBe(404);
  expect((await fetch(`${service().origin}/f/4711/x/0123456789/%E0%A4%A`)).status).toBe(404);
  expect((await fetch(`${service().origin}/f/../space.json`)).status).toBe(404);
});

test.each([
  ["bytes=0-9", 206, "bytes 0-9/1000", 10],
  ["bytes=990-", 206, "bytes 990-999/1000", 10],
  ["bytes=-5", 206, "bytes 995-999/1000", 5],
  ["bytes=0-5000", 206, "bytes 0-999/1000", 1000],
  ["bytes=1000-", 416, "bytes */1000", 0],
  ["bytes=0-1,3-4", 200, null, 1000],
])("range %s", async (range, status, contentRange, length) => {
  const response = await fetch(await address("video"), { headers: { range } });
  expect([response.status, response.headers.get("content-range")]).toEqual([status, contentRange]);
  expect((await response.arrayBuffer()).byteLength).toBe(length);
});

test.each([
  ["/m/100x50", { width: 100, height: 50, format: "png" }],
  ["/m/100x0", { width: 100, height: 50 }],
  ["/m/0x20", { width: 40, height: 20 }],
  ["/m/50x50/smart", { width: 50, height: 50 }],
  ["/m/fit-in/50x50", { width: 50, height: 25 }],
  ["/m/fit-in/50x50/filters:fill(00ff00)", { width: 50, height: 50 }],
  ["/m/0x0:100x100", { width: 100, height: 100 }],
  ["/m/0x0:100x100/20x0/filters:format(webp)", { width: 20, height: 20, format: "webp" }],
  ["/m/filters:format(webp):quality(40)", { width: 200, height: 100, format: "webp" }],
  ["/m/20x0/filters:format(avif)", { format: "heif" }],
  ["/m/20x0/filters:format(jpeg)", { format: "jpeg" }],
  ["/m/400x0/filters:no_upscale()", { width: 200, height: 100 }],
  ["/m/400x0", { width: 400, height: 200 }],
  ["/m/filters:rotate(90)", { width: 100, height: 200 }],
  ["/m/20x20/filters:grayscale():blur(2):brightness(10)", { width: 20, height: 20 }],
  ["/m/800x600/", { width: 800, height: 600 }],
])("image service %s", async (operations, expected) => {
  expect(await image(operations)).toMatchObject({ status: 200, ...expected });
});

test("a bare /m/ gives WebP to those who take it", async () => {
  expect(await image("/m/", { accept: "image/webp,*/*" })).toMatchObject({ type: "image/webp", format: "webp" });
  expect(await image("/m/", { accept: "*/*" })).toMatchObject({ type: "image/png", format: "png" });
});

test("crop and focal point choose the part, a minus turns it over", async () => {
  expect(await colour((await image("/m/0x0:50x100")).data)).toBe("red");
  expect(await colour((await image("/m/150x0:200x100")).data)).toBe("blue");
  expect(await colour((await image("/m/50x100/filters:focal(10x10:20x20)")).data)).toBe("red");
  expect(await colour((await image("/m/50x100/filters:focal(180x10:190x20)")).data)).toBe("blue");
  const flipped = await image("/m/-200x100");
  expect(await colour(await sharp(flipped.data).extract({ left: 0, top: 0, width: 50, height: 100 }).toBuffer())).toBe(
    "blue",
  );
});

test("unknown operations are refused, SVG passes through", async () => {
  expect((await image("/m/whatever")).status).toBe(400);
  expect((await image("/m/500x0:600x10")).status).toBe(400);
  const svg = await fetch(`${await address("svg")}/m/10x10/filters:format(webp)`);
  expect([svg.headers.get("content-type"), await svg.text()]).toEqual(["image/svg+xml", SVG]);
});

test("an origin of one's own stands before addresses", async () => {
  const other = await serveFiles(
    { "stories/x.json": page({ image: { $asset: "a.svg" } }), "assets/a.svg": SVG },
    { assetOrigin: "https://assets.example" },
  );
  const { story } = (await api(other, "stories/x")).body;
  const { filename } = story.content.image as { filename: string };
  expect(filename).toMatch(/^https:\/\/assets\.example\/f\/4711\//);
  expect((await fetch(filename.replace("https://assets.example", other.origin))).status).toBe(200);
});
