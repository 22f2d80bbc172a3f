import { expect, test } from "vitest";
import { encodeLocation, parseRequestPath } from "../../src/serve/request-path.ts";

test.each([
  ["/team/", "/", { path: "/team/", search: "", isCrooked: false }],
  ["/site/team/?a=b", "/site/", { path: "/team/", search: "?a=b", isCrooked: false }],
  ["/site", "/site/", { path: "", search: "", isCrooked: false }],
  ["//team//x", "/", { path: "/team/x", search: "", isCrooked: true }],
  // As a proxy may send it.
  ["HTTP://host:80/team/#top", "/", { path: "/team/", search: "", isCrooked: false }],
  [
    "/share?url=http://other.example/page",
    "/",
    { path: "/share", search: "?url=http://other.example/page", isCrooked: false },
  ],
  ["/a?b?c", "/", { path: "/a", search: "?b?c", isCrooked: false }],
])("%s below %s", (target, base, expected) => expect(parseRequestPath(target, base)).toEqual(expected));

test.each([
  ["/other/team/", "/site/"],
  ["/sitemap", "/site/"],
  ["/a/../b", "/"],
  ["/a%2fb", "/"],
  ["/%zz", "/"],
  ["*", "/"],
])("%s below %s can name no file", (target, base) => expect(parseRequestPath(target, base)).toBeNull());

test("a site path is escaped for a header, with the base before it", () => {
  expect(encodeLocation("/über uns/", "/site/")).toBe("/site/%C3%BCber%20uns/");
});
