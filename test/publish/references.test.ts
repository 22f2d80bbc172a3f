import { expect, test } from "vitest";
import { fileOfReference, verifyReferences } from "../../src/publish/references.ts";

test.each([
  ["/", "index.html"],
  ["/team/?cat=x#y", "team/index.html"],
  ["_assets/a-1.js?v", "_assets/a-1.js"],
  ["/de/%C3%BCber/", "de/über/index.html"],
  ["/%zz/", "%zz/index.html"],
])("%s is the file %s", (ref, file) => {
  expect(fileOfReference(ref)).toBe(file);
});

test("each missing file is reported once a page", () => {
  const files = new Set(["team/index.html", "_assets/a.js"]);
  const problems = verifyReferences({
    pages: [
      { page: "index.html", refs: ["/team/", "_assets/a.js", "_assets/gone.js", "_assets/gone.js"] },
      { page: "team/index.html", refs: ["/_assets/gone.js"] },
    ],
    has: (path) => files.has(path),
  });
  expect(problems.map(({ code, path, message }) => [code, path, message])).toEqual([
    ["PUBLISH_MISSING_FILE", "index.html", "index.html refers to _assets/gone.js, which is not part of the build."],
    [
      "PUBLISH_MISSING_FILE",
      "team/index.html",
      "team/index.html refers to _assets/gone.js, which is not part of the build.",
    ],
  ]);
});
