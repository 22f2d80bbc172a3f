import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type EditorToken, readEditorToken, refusalOf, spaceOfToken } from "../../src/edge/editor-token.ts";
import { editorQuery } from "../serve/helpers.ts";

const ACCESS = { space: "", previewToken: "preview-secret", spaceId: "100100" };
const NOW = 1_800_000_000_000;

const isValid = async (token: EditorToken, access: typeof ACCESS, now: number) =>
  (await spaceOfToken(token, [access], now)) !== null;

async function check(change: Partial<Parameters<typeof editorQuery>[0]>, access = ACCESS, now = NOW): Promise<boolean> {
  const token = readEditorToken(editorQuery({ ...ACCESS, now: NOW, ...change }));
  return token !== null && (await isValid(token, access, now));
}

describe("the editor's token", () => {
  test("is the hex SHA-1 of space, preview token and seconds", () => {
    const expected = createHash("sha1").update("100100:preview-secret:1800000000").digest("hex");
    expect(readEditorToken(editorQuery({ ...ACCESS, now: NOW }))).toEqual({
      spaceId: "100100",
      timestamp: "1800000000",
      token: expected,
    });
  });

  test.each([
    ["fresh", 0, true],
    ["an hour old", 3_600_000, true],
    ["older", 3_601_000, false],
    ["from a clock ahead of ours", -60_000, true],
    ["from the future", -61_000, false],
  ])("%s", async (_, age, valid) => {
    expect(await check({}, ACCESS, NOW + age)).toBe(valid);
  });

  test.each([
    ["another preview token", { previewToken: "other" }],
    ["another space", { spaceId: "100101" }],
    ["a wrong hash", { token: "0".repeat(40) }],
    ["no hash", { token: "preview-secret" }],
    ["a hash that is too long", { token: "0".repeat(41) }],
  ])("%s is refused", async (_, change) => {
    expect(await check(change)).toBe(false);
  });

  test("is taken from any space where the own one is not known", async () => {
    expect(await check({ spaceId: "7" }, { ...ACCESS, spaceId: "" })).toBe(true);
  });

  test("is never valid without a preview token", async () => {
    expect(await check({ previewToken: "" }, { ...ACCESS, previewToken: "" })).toBe(false);
  });

  test("upper case hex is the same hash", async () => {
    const query = editorQuery({ ...ACCESS, now: NOW });
    const token = readEditorToken(query);
    expect(token && (await isValid({ ...token, token: token.token.toUpperCase() }, ACCESS, NOW))).toBe(true);
  });

  test.each([
    ["", "no query"],
    ["?_storyblok=1&_storyblok_c=Page", "no token"],
    ["?_storyblok_tk[space_id]=1&_storyblok_tk[timestamp]=2", "a part missing"],
    [
      "?_storyblok_tk[space_id]=1&_storyblok_tk[timestamp]=2&_storyblok_tk[token]=a&_storyblok_tk[token]=b",
      "given twice",
    ],
    ["?_storyblok_tk=1", "no parts"],
  ])("%s is none: %s", (search) => {
    expect(readEditorToken(search)).toBeNull();
  });

  test("plain and escaped brackets are the same", () => {
    const plain = "?_storyblok_tk[space_id]=1&_storyblok_tk[timestamp]=2&_storyblok_tk[token]=a";
    expect(readEditorToken(plain)).toEqual(readEditorToken(plain.replaceAll("[", "%5B").replaceAll("]", "%5D")));
  });

  test.each(["-1", "1e9", "0x10", "1800000000.5", " 1800000000", "1".repeat(13)])("timestamp %s", async (timestamp) => {
    const hash = createHash("sha1").update(`100100:preview-secret:${timestamp}`).digest("hex");
    expect(await isValid({ spaceId: "100100", timestamp, token: hash }, ACCESS, NOW)).toBe(false);
  });
});

describe("a page's query", () => {
  const query = (change = {}) => editorQuery({ ...ACCESS, now: NOW, ...change });

  test("is refused where its token is wrong or too old, and nowhere else", async () => {
    const refused = (search: string, now = NOW) => refusalOf(search, [ACCESS], now);
    const foreign = { reason: "preview_foreign", minutes: 0 };
    expect(await refused(query())).toBeNull();
    expect(await refused(query({ previewToken: "other" }))).toEqual(foreign);
    expect(await refused(query({ spaceId: "9" }))).toEqual(foreign);
    expect(await refused(query(), NOW + 3_660_000)).toEqual({ reason: "preview_late", minutes: 61 });
    expect(await refused(query(), NOW - 3_600_000)).toEqual({ reason: "preview_early", minutes: 60 });
    // Whoever does not know the preview token is told nothing of the clock.
    expect(await refused(query({ previewToken: "other" }), NOW + 3_660_000)).toEqual(foreign);
    expect(await refused("?_storyblok_tk[token]=1")).toEqual(foreign);
    expect(await refused("?utm_source=mail")).toBeNull();
  });

  test("is never refused where no preview token is known", async () => {
    const unknown = [{ ...ACCESS, previewToken: "", spaceId: "" }];
    expect(await refusalOf(query({ previewToken: "other" }), unknown, NOW)).toBeNull();
  });
});

test("of several spaces the one whose editor made the token", async () => {
  const other = { space: "pl", previewToken: "other-secret", spaceId: "100101" };
  const token = readEditorToken(editorQuery({ ...other, now: NOW }));
  expect((await spaceOfToken(token, [ACCESS, other], NOW))?.space).toBe("pl");
  expect(await spaceOfToken(token, [ACCESS, { ...other, spaceId: "7" }], NOW)).toBeNull();
});
