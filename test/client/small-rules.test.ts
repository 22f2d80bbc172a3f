import { describe, expect, test } from "vitest";
import { hydratesAtOnce } from "../../src/client/boot/delayed-hydration.ts";
import { isInverted } from "../../src/client/motion/invert.ts";
import { mayReload } from "../../src/client/page/reload-guard.ts";
import { isFile, sitePath } from "../../src/client/page/site-path.ts";
import { createStore } from "../../src/client/page/storage.ts";
import { storedConsent } from "../../src/parts/consent/stored.ts";

function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  } as unknown as Storage;
}

describe("isExcluded", () => {
  test.each([
    ["/_nuxt/", true],
    ["/_nuxt/a/b.js", true],
    ["/api/x", true],
    ["/api", true],
    ["/apis/", false],
    ["/de/api/", false],
    ["/", false],
  ])("%s: %s", (path, expected) => expect(hydratesAtOnce(path)).toBe(expected));
});

describe("isInverted", () => {
  const spans = [
    { start: 1000, end: 1600 },
    { start: 300, end: 700 },
    { start: 700.4, end: 900 },
  ];
  test.each([
    [300, false],
    [301, true],
    [700, true],
    [700.4, true],
    [899, true],
    [900, false],
    [950, false],
    [1001, true],
    [1600, false],
  ])("at %f: %s", (position, expected) => expect(isInverted(position, spans)).toBe(expected));

  test("is off without triggers", () => expect(isInverted(5, [])).toBe(false));
});

describe("mayReload", () => {
  test("refuses the same path for 10 s, not another one", () => {
    const store = createStore(memory);
    const same = createStore(() => storage);
    const storage = memory();
    expect(mayReload("/a", same, 0)).toBe(true);
    expect(mayReload("/a", same, 9999)).toBe(false);
    expect(mayReload("/a", same, 10_000)).toBe(true);
    expect(mayReload("/b", same, 10_001)).toBe(true);
    expect(mayReload("/a", same, 10_002)).toBe(true);
    // A store that keeps nothing never prevents a reload.
    expect(mayReload("/a", store, 0) && mayReload("/a", store, 1)).toBe(true);
  });
});

describe("a store", () => {
  test("survives storage that is forbidden or damaged", () => {
    const forbidden = createStore(() => {
      throw new Error("denied");
    });
    forbidden.write("a", 1);
    forbidden.remove("a");
    expect(forbidden.read("a")).toBeNull();
    const storage = memory();
    storage.setItem("a", "{broken");
    expect(createStore(() => storage).read("a")).toBeNull();
  });
});

describe("sitePath", () => {
  test.each([
    ["/team", "/", "/team/"],
    ["/team/", "/", "/team/"],
    ["/", "/", "/"],
    ["/%C3%BCber/", "/", "/über/"],
    ["/%zz/", "/", "/%zz/"],
    ["/site/team/", "/site/", "/team/"],
    ["/site", "/site/", "/"],
    ["/site/", "/site/", "/"],
    ["/sites/", "/site/", null],
    ["/team/", "/site/", null],
    ["//evil.example/x", "/", null],
    ["/%2Fevil.example/x", "/", null],
    ["/site//evil.example/", "/site/", null],
    ["/team//", "/", null],
    ["/team%2F", "/", null],
    ["/team%2fanna/", "/", null],
  ])("%s below %s is %s", (path, base, expected) => expect(sitePath(path, base)).toBe(expected));

  test("knows files", () => {
    expect([isFile("/feed.xml"), isFile("/a.b/c/"), isFile("/team")]).toEqual([true, false, false]);
  });
});

describe("storedConsent", () => {
  const cookie = (value: unknown) => `a=1; cc_cookie=${encodeURIComponent(JSON.stringify(value))}; b=2`;
  test("reads the categories, and nothing from what is damaged", () => {
    expect(storedConsent(cookie({ categories: ["necessary", "media"] }), 0)).toEqual(["necessary", "media"]);
    expect(storedConsent(cookie({ categories: "all" }), 0)).toBeNull();
    expect(storedConsent(cookie(null), 0)).toBeNull();
    expect(storedConsent("cc_cookie=%7B; x=1", 0)).toBeNull();
    expect(storedConsent("", 0)).toBeNull();
  });
});
