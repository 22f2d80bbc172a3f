/** A definition with sources, outputs and routes in one file, and one that builds upon another: what browsers get of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterEach, expect, test } from "vitest";
import { type ForeignSite, foreignSite, heroPage } from "./foreign-site.ts";

let site: ForeignSite | undefined;
afterEach(() => site?.close());

const BASE = (start: string) => `
import { readFileSync } from "node:fs";
import { defineOutput, defineSite, defineSource } from "sitegen-storyblok";
const KEY = "planted-key";
const prices = defineSource({
  load: async () => [{ key: "a", price: KEY.length, file: typeof readFileSync }],
  key: (entry) => entry.key,
});
${start} defineSite({
  languages: [{ code: "en" }],
  global: null,
  pageTypes: { page: {} },
  sources: { prices },
  outputs: [defineOutput({
    name: "own",
    keys: () => ["one"],
    make: (_key, reader) => ({ path: "own.txt", body: "planted-output " + typeof readFileSync + reader.routes().length }),
  })],
});
`;
const stories = { home: heroPage("Welcome") };

test.each([
  ["in one file", { "site.ts": BASE("export default") }],
  [
    "built upon another",
    {
      "base.ts": BASE("export const base ="),
      "site.ts": 'import { base } from "./base.ts";\nexport default { ...base, path: "slug" };\n',
    },
  ],
])("%s", async (_name, files) => {
  site = await foreignSite({ stories, files });
  const { out } = site;
  expect(site.report.problems).toEqual([]);
  expect(readFileSync(join(out, "own.txt"), "utf8")).toBe("planted-output function1");
  const scripts = fg.sync("**/*.js", { cwd: out });
  expect(scripts.length).toBeGreaterThan(2);
  for (const script of scripts)
    expect(readFileSync(join(out, script), "utf8"), script).not.toMatch(/planted|readFileSync/);
});
