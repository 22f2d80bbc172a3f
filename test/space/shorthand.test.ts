import { expect, test } from "vitest";
import { type ExpandContext, expandContent } from "../../src/space/folder/shorthand.ts";

const context: ExpandContext = {
  file: "stories/x.json",
  spaceId: 7,
  storyUuid: "story-uuid",
  uuidOf: (slug) => `uuid of ${slug}`,
  asset: (path) => ({ path, hash: "0123456789", size: "640x480" }),
};

const expand = (field: unknown) => expandContent({ component: "A", field }, context).field;

const link = { id: "", url: "", linktype: "story", fieldtype: "multilink", cached_url: "" };
const file = "sitegen-space-assets:/f/7/640x480/0123456789/a%20b.pdf";

test.each<[unknown, object]>([
  [{ $link: "company/team/" }, { ...link, id: "uuid of company/team", cached_url: "company/team" }],
  [
    { $link: "company/team#people" },
    { ...link, id: "uuid of company/team", cached_url: "company/team", anchor: "people" },
  ],
  [
    { $link: "a", anchor: "x", target: "_blank", title: "t" },
    { ...link, id: "uuid of a", cached_url: "a", anchor: "x", target: "_blank", title: "t" },
  ],
  [
    { $link: "https://example.com" },
    { ...link, linktype: "url", url: "https://example.com", cached_url: "https://example.com" },
  ],
  [
    { $link: "#contact-overlay" },
    { ...link, linktype: "url", url: "#contact-overlay", cached_url: "#contact-overlay" },
  ],
  [{ $link: "/search/" }, { ...link, linktype: "url", url: "/search/", cached_url: "/search/" }],
  [{ $link: "tel:+49891234" }, { ...link, linktype: "url", url: "tel:+49891234", cached_url: "tel:+49891234" }],
  [{ $link: "mailto:a@example.com" }, { ...link, linktype: "email", email: "a@example.com" }],
  [{ $link: "asset:files/a b.pdf" }, { ...link, linktype: "asset", url: file, cached_url: file }],
  [{ $link: "" }, link],
])("%j becomes a multilink", (shorthand, value) => {
  expect(expand(shorthand)).toEqual(value);
});

test("an asset carries address, texts and their translations", () => {
  expect(expand({ $asset: "pictures/a.jpg", alt: "A", alt__i18n__de: "B", focus: "1x2:3x4" })).toEqual({
    id: expect.any(Number),
    name: "",
    filename: "sitegen-space-assets:/f/7/640x480/0123456789/a.jpg",
    alt: "A",
    alt__i18n__de: "B",
    title: "",
    source: "",
    copyright: "",
    focus: "1x2:3x4",
    fieldtype: "asset",
    meta_data: { alt: "A", alt__i18n__de: "B" },
    is_external_url: false,
  });
  expect(expand({ $asset: "https://example.com/a.jpg" })).toMatchObject({
    filename: "https://example.com/a.jpg",
    is_external_url: true,
  });
  expect(expand({ $asset: "" })).toMatchObject({ id: null, filename: "" });
});

test("relations are uuids, one or several", () => {
  expect(expand({ $story: "insights/a" })).toBe("uuid of insights/a");
  expect(expand([{ $story: "a" }, { $story: "/b/" }])).toEqual(["uuid of a", "uuid of b"]);
});

test("numbers of fields are strings, numbers elsewhere stay", () => {
  expect(expand(42)).toBe("42");
  expect(expand(0.5)).toBe("0.5");
  expect(expand({ type: "doc", content: [{ type: "heading", attrs: { level: 2 } }] })).toEqual({
    type: "doc",
    content: [{ type: "heading", attrs: { level: 2 } }],
  });
});

test("_uid follows from story and place, and a given one stays", () => {
  const content = { component: "A", items: [{ component: "B" }, { component: "B", _uid: "mine" }] };
  const once = expandContent(content, context);
  expect(expandContent(content, context)).toEqual(once);
  const [first, second] = once.items as { _uid: string }[];
  expect(second?._uid).toBe("mine");
  expect(first?._uid).not.toBe(once._uid);
  expect(expandContent(content, { ...context, storyUuid: "other" })._uid).not.toBe(once._uid);
});

test("values that are API-shaped already stay as they are", () => {
  const once = expandContent(
    { component: "A", a: { $link: "x" }, b: { $asset: "a.jpg" }, c: { $md: "x" }, d: 3, e: null },
    context,
  );
  expect(expandContent(once, context)).toEqual(once);
});

test.each<[unknown, string]>([
  [{ $lnik: "x" }, '"$lnik" is not a shorthand; known are $link, $asset, $story and $md.'],
  [{ $link: 3 }, "$link takes a string."],
  [{ $md: 3 }, "$md takes a string or a list of strings."],
  [[{ component: "" }], 'content.field[0]: a block needs "component"'],
  [
    { component: "B", "a-b__i18n__pt-br": "x" },
    "content.field.a-b__i18n__pt-br: a language has underscores here: a-b__i18n__pt_br.",
  ],
])("%j is refused", (field, message) => {
  expect(() => expand(field)).toThrow(message);
});
