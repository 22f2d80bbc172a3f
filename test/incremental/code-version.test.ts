/** The version of the code is that of the running program, so its sources are looked at once. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { codeVersion } from "../../src/incremental/code-version.ts";

test("the program's sources are looked at once, however many builds there are", () => {
  const version = codeVersion();
  const { statSync } = fs;
  const looked: string[] = [];
  const counted = (...args: Parameters<typeof statSync>) => {
    looked.push(String(args[0]));
    return statSync(...args);
  };
  Object.assign(fs, { statSync: counted });
  syncBuiltinESMExports();
  try {
    expect(codeVersion()).toBe(version);
  } finally {
    Object.assign(fs, { statSync });
    syncBuiltinESMExports();
  }
  expect(looked.map((path) => basename(path))).toEqual(["document.html", "package.json"]);
});
