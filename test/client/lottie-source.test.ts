import { describe, expect, test } from "vitest";
import { parseLottieOptions } from "../../src/parts/lottie/options.ts";
import { loadLottie, parseLottie } from "../../src/parts/lottie/source.ts";

const PAGE = "https://www.example.org/company/team/";
const ANIMATION = { v: "5", ip: 0, op: 60, fr: 30, w: 800, h: 600, layers: [{ id: 1 }, { id: 2 }] };

async function load(files: Record<string, unknown>, src: string, segments: string[] = []) {
  const asked: string[] = [];
  const data = await loadLottie({
    src,
    segments,
    page: PAGE,
    async readJson(url) {
      asked.push(url.replace("https://www.example.org", ""));
      const found = files[asked.at(-1) ?? ""];
      if (!found) throw new Error("404");
      return structuredClone(found);
    },
  });
  return { data, asked };
}

describe("loadLottie", () => {
  test("resolves the address against the page and asks once", async () => {
    expect((await load({ "/company/team/a.json": ANIMATION }, "a.json")).asked).toEqual(["/company/team/a.json"]);
    expect((await load({ "/media/a.json": ANIMATION }, "/media/a.json")).asked).toEqual(["/media/a.json"]);
  });

  test("reads segments one after another from the file's folder, and merges them by layer id", async () => {
    const files = {
      "/media/a.json": { ...ANIMATION, segments: [{ time: 1 }, { time: 2 }] },
      "/media/a_0.json": {
        layers: [{ id: 2, name: "second" }],
        op: 90,
        assets: [{ id: "x", p: "x.png", u: "images/" }],
      },
      "/media/a_1.json": { layers: [{ id: 3 }] },
    };
    const { data, asked } = await load(files, "/media/a.json");
    expect(asked).toEqual(["/media/a.json", "/media/a_0.json", "/media/a_1.json"]);
    expect(data.layers).toEqual([{ id: 1 }, { id: 2, name: "second" }]);
    expect([data.op, data.segments]).toEqual([90, undefined]);
    expect(data.assets?.[0]?.p).toBe("https://www.example.org/media/images/x.png");
  });

  test("takes named segment files where their names follow no rule", async () => {
    const files = {
      "/m/a-1f.json": { ...ANIMATION, segments: [{ time: 1 }] },
      "/m/b-2e.json": { layers: [] },
    };
    expect((await load(files, "/m/a-1f.json", ["/m/b-2e.json"])).asked).toEqual(["/m/a-1f.json", "/m/b-2e.json"]);
  });

  test("resolves pictures from the file's folder and leaves embedded ones", async () => {
    const assets = [
      { id: "a", p: "a.png", u: "" },
      { id: "b", p: "data:image/png;base64,AA==", u: "", e: 1 },
      { id: "c" },
    ];
    const { data } = await load({ "/media/a.json": { ...ANIMATION, assets } }, "/media/a.json");
    expect(data.assets?.map((asset) => asset.p)).toEqual([
      "https://www.example.org/media/a.png",
      "data:image/png;base64,AA==",
      undefined,
    ]);
  });

  test("no picture of another site is loaded, whichever part of its address names that", async () => {
    const assets = [
      { id: "a", p: "https://other.example/a.png", u: "" },
      { id: "b", p: "a.png", u: "//other.example/" },
      { id: "c", p: "https://other.example/a.png", e: 1 },
      { id: "d", p: "data:image/png;base64,AA==", u: "https://other.example/?" },
    ];
    const { data } = await load({ "/media/a.json": { ...ANIMATION, assets } }, "/media/a.json");
    expect(JSON.stringify(data)).not.toContain("other.example");
    expect(data.assets?.[3]?.p).toBe("data:image/png;base64,AA==");
  });

  test("one missing segment fails the whole", async () => {
    const files = { "/media/a.json": { ...ANIMATION, segments: [{ time: 1 }] } };
    await expect(load(files, "/media/a.json")).rejects.toThrow("404");
  });
});

describe("parseLottieOptions", () => {
  test("has the defaults of the original", () => {
    expect(parseLottieOptions('{"src":"a.json"}')).toEqual({
      src: "a.json",
      segments: [],
      loop: false,
      count: null,
      mode: "normal",
      autoplay: false,
      direction: 1,
      speed: 1,
      intermission: 1,
      hover: false,
      still: 1,
      preserveAspectRatio: "xMidYMid meet",
    });
  });

  test("takes only values that make sense", () => {
    const odd = {
      src: "a",
      count: -1,
      speed: 0,
      direction: 5,
      mode: "sideways",
      still: 7,
      loop: "yes",
      intermission: "1",
    };
    expect(parseLottieOptions(JSON.stringify(odd))).toEqual(parseLottieOptions('{"src":"a"}'));
    expect(parseLottieOptions('{"src":"a","still":0,"speed":0.5,"count":3}')).toMatchObject({
      still: 0,
      speed: 0.5,
      count: 3,
    });
  });

  test.each(["", "{", "null", "[]", '{"src":""}', '{"src":1}'])("%s asks for nothing", (attribute) => {
    expect(parseLottieOptions(attribute)).toBeNull();
  });
});

test.each(["v", "ip", "op", "layers", "fr", "w", "h"])("a file without %s is no animation", (key) => {
  const rest = Object.fromEntries(Object.entries(ANIMATION).filter(([name]) => name !== key));
  expect(() => parseLottie(rest)).toThrow("not an animation file");
});

test.each([null, "x", []])("%j is no animation", (value) => {
  expect(() => parseLottie(value)).toThrow("not an animation file");
});
