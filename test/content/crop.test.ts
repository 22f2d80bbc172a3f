/** Crops around the focal point: their address and position, for any focus string of an import. */
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it, test } from "vitest";
import { imageData } from "../../src/content/assets/asset.ts";
import { cropBox, cropsOf, cropUrl, parseCrop } from "../../src/content/assets/crop.ts";
import { remoteAsset } from "../../src/content/assets/remote-asset.ts";
import { renderImage } from "../../src/space/images/image-service.ts";

const RULES = { "bühne-2": { bild: [{ ratio: "3:5", unless: "bild_hoch" }, { ratio: "3:4" }] } };
const FILENAME = "https://a.storyblok.com/f/9/2400x1350/ab12/halle%20(2).jpg";
const stage = (bild: unknown, more: object = {}) => ({ component: "bühne-2", bild, ...more });
const addresses = (block: Record<string, unknown>) => cropsOf(block, RULES).map(cropUrl);

describe("what is cut of a block's picture", () => {
  it("is each format of the rules, around the focus", () => {
    expect(addresses(stage({ filename: FILENAME, focus: "1800x300:1801x301" }))).toEqual([
      `${FILENAME}#crop=3x5@1800x300:1801x301`,
      `${FILENAME}#crop=3x4@1800x300:1801x301`,
    ]);
  });

  it("leaves out the format that the editor gave a picture for", () => {
    const given = stage({ filename: FILENAME }, { bild_hoch: { filename: "https://a.storyblok.com/f/9/hoch.jpg" } });
    expect(addresses(given)).toEqual([`${FILENAME}#crop=3x4`]);
  });

  test.each([
    ["another block", { component: "constructor", bild: { filename: FILENAME } }],
    ["an empty field", stage({ filename: "", id: 12 })],
    ["a field of another kind", stage([{ filename: FILENAME }])],
    ["a block without the field", { component: "bühne-2" }],
  ])("is nothing of %s", (_, block) => {
    expect(addresses(block)).toEqual([]);
  });

  test.each([
    "",
    "center",
    "50%x50%",
    "12x",
    "-5x10:20x30",
    "1.5x2:3x4",
    "1e9x1:2x3",
    "99999999x1:1x1",
    " 1x2:3x4",
    "1x2:3x4#crop=1x1",
    null,
    7,
    { x: 1 },
  ])("is around the middle where the focus is %j", (focus) => {
    expect(addresses(stage({ filename: FILENAME, focus }))).toEqual([`${FILENAME}#crop=3x5`, `${FILENAME}#crop=3x4`]);
  });
});

const side = fc.integer({ min: 1, max: 9000 });
const ratio = fc.tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: 1, max: 999 }));
const coordinate = fc.integer({ min: 0, max: 999_999 });

test("a part lies in its picture, has the ratio, is as large as can be and holds the focal point", () => {
  fc.assert(
    fc.property(side, side, ratio, coordinate, coordinate, (width, height, [across, down], x, y) => {
      const crop = { filename: "a", ratio: `${across}:${down}`, focus: `${x}x${y}:${x}x${y}` };
      const box = cropBox({ width, height }, crop);
      if (!box) return;
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(box.left + box.width).toBeLessThanOrEqual(width);
      expect(box.top + box.height).toBeLessThanOrEqual(height);
      expect(box.width === width || box.height === height).toBe(true);
      expect(Math.abs(box.width * down - box.height * across)).toBeLessThanOrEqual(Math.max(across, down));
      const [seenX, seenY] = [Math.min(x, width), Math.min(y, height)];
      expect(seenX).toBeGreaterThanOrEqual(box.left - 1);
      expect(seenX).toBeLessThanOrEqual(box.left + box.width + 1);
      expect(seenY).toBeGreaterThanOrEqual(box.top - 1);
      expect(seenY).toBeLessThanOrEqual(box.top + box.height + 1);
    }),
  );
});

test("any text is the address of a whole file, or says exactly what is cut", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom("", "#crop=3x5", "#crop=0x5", "#crop=3x5@1x2:3x4"), (text, end) => {
      const crop = parseCrop(text + end);
      if (crop) expect(cropUrl(crop)).toBe(text + end);
    }),
  );
});

describe("at the image service", () => {
  const lookup = (filename: string) => remoteAsset(filename, { origin: "" });
  const shown = (focus: string) => {
    const [address = ""] = addresses(stage({ filename: FILENAME, focus }));
    return imageData({ filename: address, focus, alt: "Hall" }, lookup);
  };

  it("a part is asked for by its corners, in all widths up to its own", () => {
    expect(shown("2300x300:2300x300")).toMatchObject({
      src: FILENAME,
      width: 810,
      height: 1350,
      widths: [480, 800, 810],
      focus: "88% 22%",
      sources: [
        { type: "image/avif", src: `${FILENAME}/m/1590x0:2400x1350/{w}x0/filters:format(avif):quality(60)` },
        { type: "image/webp", src: `${FILENAME}/m/1590x0:2400x1350/810x0/filters:format(webp):quality(75)` },
      ],
    });
    expect(shown("")).toMatchObject({
      focus: "",
      sources: [{ src: expect.stringContaining("/m/795x0:1605x1350/") }, {}],
    });
  });

  it("is nothing where the size is not known, the service does not scale, or the host is a stranger", () => {
    for (const name of ["/f/9/ab/hall.jpg", "/f/9/40x40/ab/hall.svg"])
      expect(lookup(`https://a.storyblok.com${name}#crop=3x5`)).toBeUndefined();
    expect(lookup("https://elsewhere.example/f/9/2400x1350/ab/hall.jpg#crop=3x5")).toBeUndefined();
    expect(lookup("https://a.storyblok.com/f/9/600x1000/ab/hall.jpg#crop=3x5"), "all of it").toBeUndefined();
  });

  it("shows the subject: the service of sitegen's own answers with the part that the focus names", async () => {
    const subject = await sharp({ create: { width: 60, height: 60, channels: 3, background: "#ff0000" } })
      .png()
      .toBuffer();
    const photo = await sharp({ create: { width: 2400, height: 1350, channels: 3, background: "#0000ff" } })
      .composite([{ input: subject, left: 1770, top: 270 }])
      .png()
      .toBuffer();
    const source = shown("1800x300:1801x301")?.sources[1]?.src ?? "";
    const operations = source.replace("/810x0/", "/480x0/").replace(/^.*\/m(?=\/)/, "");
    const answer = await renderImage(photo, { operations, accept: "", type: "image/png" });
    if ("error" in answer) throw new Error(answer.error);
    const { data, info } = await sharp(answer.data).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([480, 800]);
    const at = (Math.round((300 / 1350) * info.height) * info.width + info.width / 2) * info.channels;
    const [red = 0, , blue = 0] = data.subarray(at, at + 3);
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(60);
  });
});
