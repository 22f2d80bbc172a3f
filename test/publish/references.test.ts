import { expect, test } from "vitest";
import { fileOfReference } from "../../src/publish/paths.ts";

test.each([
  ["/team/?cat=x#y", "team/index.html"],
  ["/", "index.html"],
  ["_assets/app-1f.js", "_assets/app-1f.js"],
  ["/%C3%BCber/", "über/index.html"],
  ["/100%/", "100%/index.html"],
  ["/team#a\n?b", "team"],
])("%s is the file %s", (address, file) => expect(fileOfReference(address)).toBe(file));
