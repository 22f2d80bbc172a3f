/** Crops of a site that is not the sample: cut around the focal point once, and published. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ForeignSite, foreignSite } from "../definition/foreign-site.ts";

const CROPS = { "hero-section": { photo: [{ ratio: "3:5", unless: "tall" }] } };
const BLOCK = {
  "blocks/hero-section/hero-section.schema.ts":
    'import { defineBlock, image } from "sitegen/schema";\nexport const schema = defineBlock({ fields: { photo: image(), tall: image() } });\n',
  "blocks/hero-section/hero-section.tsx":
    'import { Image } from "sitegen/kit";\nexport default function Hero({ photo, tall }) { return <section><h1>Hall</h1><Image image={photo} upright={{ image: tall ?? photo?.crops?.["3:5"] }} /></section>; }\n',
};
const page = (photo: object, more: object = {}) => ({
  content: { component: "page", body: [{ component: "hero-section", photo, ...more }] },
});
const asset = (focus: unknown) => ({ $asset: "hall.png", alt: "Hall", focus });

const BLUE = { channels: 3, background: "#0000ff" } as const;

/** A blue hall with a red lamp at 750 × 100. */
async function hall(): Promise<Buffer> {
  const lamp = await sharp({ create: { width: 60, height: 60, ...BLUE, background: "#ff0000" } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 900, height: 600, ...BLUE } })
    .composite([{ input: lamp, left: 720, top: 70 }])
    .png()
    .toBuffer();
}

let site: ForeignSite;
beforeAll(async () => {
  const tall = await sharp({ create: { width: 300, height: 500, ...BLUE } })
    .png()
    .toBuffer();
  site = await foreignSite({
    site: { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, crops: CROPS },
    stories: {
      home: page(asset("750x100:751x101")),
      same: page(asset("750x100:751x101")),
      plain: page(asset("")),
      broken: page(asset("left top")),
      drawn: page({ $asset: "mark.svg", alt: "Mark" }),
      given: page(asset(""), { tall: { $asset: "tall.png", alt: "Hall" } }),
    },
    files: {
      ...BLOCK,
      "space/assets/hall.png": await hall(),
      "space/assets/tall.png": tall,
      "space/assets/mark.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"/>',
    },
  });
});
afterAll(() => site.close());

const html = (slug: string) => readFileSync(join(site.out, slug, "index.html"), "utf8");
const media = () => readdirSync(join(site.out, "_assets/media"));
/** Names of the files that a page's upright sources name. */
const cuts = (slug: string) => [...new Set(html(slug).match(/hall-\w+-360x600-\d+-0-360\.avif/g) ?? [])];

test("the part lies around the focal point, and around the middle where none can be read", async () => {
  const [name = ""] = cuts("");
  expect(name).toContain("-360x600-540-0-360.avif");
  const { data, info } = await sharp(join(site.out, "_assets/media", name))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([360, 600]);
  const [red = 0, , blue = 0] = data.subarray((100 * info.width + 210) * info.channels);
  expect([red > 200, blue < 80]).toEqual([true, true]);
  expect(html("")).toContain("--upright-point:58% 17%");
  for (const slug of ["plain", "broken"]) expect(cuts(slug).join()).toContain("-360x600-270-0-360.avif");
});

test("a drawing has no part, and a picture of the editor's own takes its place", () => {
  expect(html("drawn")).not.toContain("(orientation: portrait)");
  expect(cuts("given")).toEqual([]);
  expect(html("given")).toMatch(/media="[^"]*portrait[^"]*"[^>]*srcSet="[^"]*tall-/i);
});

test("each part is made once, published as its pages name it, and kept by the next build", async () => {
  const parts = media().filter((name) => name.includes("-360x600-"));
  expect(parts).toHaveLength(4);
  expect(cuts("same")).toEqual(cuts(""));
  for (const name of cuts("")) expect(existsSync(join(site.out, "_assets/media", name))).toBe(true);
  const again = await site.build();
  expect(again.pages).toMatchObject({ written: 0, removed: 0 });
  expect(media().filter((name) => name.includes("-360x600-"))).toEqual(parts);
});

test("a focal point that is moved moves the part, by the page's own publish", async () => {
  writeFileSync(join(site.dir, "space/stories/same.json"), JSON.stringify(page(asset("100x100:101x101"))));
  await site.build();
  expect(cuts("same").join()).toContain("-360x600-0-0-360.avif");
  expect(cuts("").join()).toContain("-360x600-540-0-360.avif");
  expect(media().filter((name) => name.includes("-360x600-"))).toHaveLength(6);
});
