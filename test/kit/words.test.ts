/** A site without interface words of its own gets sitegen's. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { expect, test } from "vitest";
import { ENGINE_WORDS } from "../../src/site/words.ts";
import { ROOT } from "../helpers/run-cli.ts";

test("every word that the kit says has one in English", () => {
  const sources = fg.sync("src/kit/*.tsx", { cwd: ROOT }).map((path) => readFileSync(join(ROOT, path), "utf8"));
  const said = sources.flatMap((source) => [...source.matchAll(/"([a-z]+(?:_[a-z]+)+)"|\bw\("([a-z_]+)"/g)]);
  const names = [...new Set(said.map(([, quoted, called]) => called ?? quoted ?? ""))].filter((name) =>
    /^(video|skip|error|captions)/.test(name),
  );
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !ENGINE_WORDS[name])).toEqual([]);
});
