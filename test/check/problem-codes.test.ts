/** Every problem code in the source is in the catalogue, from which configuration and documentation are made. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { ERRORS } from "../../src/problems/errors.ts";
import { PROBLEMS } from "../../src/problems/problem-codes.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CODE =
  /"((?:CHECK|CONTENT|REDIRECT|HOST|EXPORT|FETCH|ASSET|RENDER|SITE|SNAPSHOT|SOURCE|STYLE|OUTPUT|CODE)_[A-Z0-9_]+)"/g;

test("every code that the program reports is in the catalogue, and none that it does not report", () => {
  const files = fg.sync(["src/**/*.{ts,tsx}", "cli/**/*.ts"], { cwd: ROOT });
  const used = new Set(
    files.flatMap((file) => [...readFileSync(join(ROOT, file), "utf8").matchAll(CODE)].map((match) => match[1] ?? "")),
  );
  const stops = new Set<string>(Object.keys(ERRORS));
  const codes = Object.keys(PROBLEMS);
  expect([...used].filter((code) => !stops.has(code) && !codes.includes(code))).toEqual([]);
  expect(codes.filter((code) => !used.has(code))).toEqual([]);
});
