/** The version of the code is that of the running program, so its sources are looked at once. */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { codeVersion } from "../../src/incremental/build-inputs-hash.ts";

test("the program's sources are looked at once, however many builds there are", () => {
  const version = codeVersion();
  const { statSync, readFileSync } = fs;
  const looked: string[] = [];
  const counted = (...args: Parameters<typeof statSync>) => {
    looked.push(String(args[0]));
    return statSync(...args);
  };
  const read: string[] = [];
  const countedRead = (...args: Parameters<typeof readFileSync>) => {
    read.push(basename(String(args[0])));
    return readFileSync(...args);
  };
  Object.assign(fs, { statSync: counted, readFileSync: countedRead });
  syncBuiltinESMExports();
  try {
    expect(codeVersion()).toBe(version);
  } finally {
    Object.assign(fs, { statSync, readFileSync });
    syncBuiltinESMExports();
  }
  expect(looked).toEqual([]);
  expect(read).toEqual(["document.html", "package.json"]);
});
