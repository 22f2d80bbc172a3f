import { expect, test } from "vitest";
import { shortenUids } from "../../src/render/short-uids.ts";

const A = "c6a5a7ef-db8b-555d-a72d-e9b0b9ad4a2a";
const B = "d59a67e5-6cc0-5f8f-a4d0-1b3c4b733811";
const page = { page: { _uid: A, body: [{ _uid: B }, { _uid: "x0", text: `"${B}" said` }] }, outline: { lead: B } };

test("names blocks shortly wherever the payload refers to them, and leaves texts alone", () => {
  expect(JSON.parse(shortenUids(JSON.stringify(page), "<p></p>"))).toEqual({
    page: { _uid: "u0", body: [{ _uid: "u1" }, { _uid: "x0", text: `"${B}" said` }] },
    outline: { lead: "u1" },
  });
});

test("a name that stands in the markup, or is taken, stays what it is", () => {
  const short = JSON.parse(shortenUids(JSON.stringify({ ...page, story: "u0" }), `<a id="nav-${A}">`));
  expect([short.page._uid, short.outline.lead]).toEqual([A, "u1"]);
});
