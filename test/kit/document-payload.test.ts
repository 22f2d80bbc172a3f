/** The payload embedded in a document is read back as the one the page was rendered with. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { EMPTY_HEAD, embeddedPayload, fullPayload } from "../../src/kit/document-payload.ts";
import type { Payload } from "../../src/site/api/payload.ts";

const page = (title: string): Payload => ({
  kind: "page",
  lang: "en",
  path: "/a/",
  story: { id: 7, uuid: "8b1f", component: "Page", name: "A" },
  switchHref: {},
  head: { ...EMPTY_HEAD, title, description: "D" },
  crumbs: [],
  listing: null,
  page: { component: "Page", _uid: "u" },
  blocks: ["Page"],
});

/** `document.title` of a document with this title (HTML standard: stripped and collapsed ASCII white space). */
const titleIn = (title: string) =>
  title
    .split(/[\t\n\f\r ]+/)
    .filter((word) => word !== "")
    .join(" ");

test("the title comes from its tag, whatever white space an editor typed", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom("a", "ß", " ", "\n", "\t", "\u00a0") }), (title) => {
      const carried = JSON.parse(JSON.stringify(embeddedPayload(page(title))));
      expect((fullPayload(carried, titleIn(title)) as Payload).head.title).toBe(title);
    }),
  );
  expect(embeddedPayload(page("Two words"))).not.toHaveProperty("head");
});

test("a story has no uuid, and what is empty is left out", () => {
  const carried = embeddedPayload(page("T"));
  expect(Object.keys(carried)).toEqual(["kind", "lang", "path", "switchHref", "page", "story"]);
  expect(fullPayload(carried, "T")).toEqual({
    ...page("T"),
    story: { id: 7, uuid: "", component: "Page", name: "A" },
    blocks: [],
    head: { ...EMPTY_HEAD, title: "T" },
  });
});

test("an error page is carried whole, and has no story", () => {
  const error: Payload = { ...page("Lost"), kind: "error", story: null, page: null };
  expect(fullPayload(embeddedPayload(error), "Another title")).toEqual(error);
});
