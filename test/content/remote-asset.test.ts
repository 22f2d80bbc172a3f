import { describe, expect, test } from "vitest";
import { fileData, imageData } from "../../src/content/assets/asset.ts";
import { remoteAsset } from "../../src/content/assets/remote-asset.ts";
import { resolveAsset, resolveAssets } from "../../src/content/resolve/asset.ts";
import { foreignAssets } from "../../src/generate/gather-assets.ts";

const HOSTS = { origin: "https://content.example", further: ["https://cdn.example"] };
const lookup = (filename: string) => remoteAsset(filename, HOSTS);
const reader = {
  image: (raw: unknown) => imageData(raw, lookup),
  file: (raw: unknown) => fileData(raw, lookup),
};

const OWN = [
  "https://a.storyblok.com/f/1/800x600/abc/picture.jpg",
  "https://a-us.storyblok.com/f/1/800x600/abc/picture.jpg",
  "//a.storyblok.com/f/1/800x600/abc/picture.jpg",
  "https://content.example/f/1/800x600/abc/picture.jpg",
  "/f/1/800x600/abc/picture.jpg",
  "https://a.storyblokchina.cn/f/1/800x600/abc/picture.jpg",
  "https://cdn.example/film/picture.jpg",
  "https://CDN.example/film/picture.jpg",
];

const FOREIGN = [
  "https://evil.example/picture.jpg",
  "//evil.example/picture.jpg",
  "http://a.storyblok.com/picture.jpg",
  "https://a.storyblok.com@evil.example/picture.jpg",
  "https://a.storyblok.com.evil.example/picture.jpg",
  "https://evilstoryblok.com/picture.jpg",
  "https://a.storyblok.com:8443/picture.jpg",
  "https://content.example.evil.example/picture.jpg",
  "https://cdn.example.evil.example/picture.jpg",
  "https://cdn.example:8443/picture.jpg",
  "http://cdn.example/picture.jpg",
];

describe("assets at their own address", () => {
  test.each(OWN)("%s is loaded", (filename) => {
    expect(resolveAsset({ filename }, ["images"], reader)).not.toBeNull();
    expect(foreignAssets([filename], HOSTS)).toEqual([]);
  });

  test.each(FOREIGN)("%s is not asked by a visitor's browser, and is a problem", (filename) => {
    for (const types of [["images"], ["texts"], ["audios"], []] as const) {
      expect(resolveAsset({ filename }, types, reader)).toBeNull();
      expect(resolveAssets([{ filename }], types, reader)).toEqual([]);
    }
    expect(resolveAsset({ filename }, ["videos"], reader)).toMatchObject({ foreign: true });
    const [found] = foreignAssets([filename, filename], HOSTS);
    expect(found?.problem).toMatchObject({ severity: "warning", code: "ASSET_FOREIGN_HOST" });
  });
});
