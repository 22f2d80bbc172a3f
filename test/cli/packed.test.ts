/**
 * The package as somebody gets it: packed, installed as a dependency of an empty folder, set up with `init`, with a
 * block beside sitegen's and one instead of one of sitegen's, generating against `sitegen space`.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { type Command, command } from "../serve/command.ts";

const folder = temporaryFolder();
const site = join(folder.dir, "site");
const program = join(site, "node_modules/sitegen/bin/sitegen.mjs");
let space: Command | undefined;
let access: Record<string, string> = {};

/** Nothing of this repository's own run reaches npm or the program. */
function cleanEnv(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(npm_|STORYBLOK_|NODE_ENV)/i.test(name)));
}

async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { cwd, env: { ...cleanEnv(), ...access } });
  return stdout;
}

const sitegen = (...args: string[]) => run(process.execPath, [program, ...args], site);
const page = (path: string) => readFileSync(join(site, "out", path, "index.html"), "utf8").replaceAll("<!-- -->", "");

/** The worked example of docs/writing-a-block.md, word by word. */
function fromGuide(fence: string): string {
  const guide = readFileSync(join(ROOT, "docs/writing-a-block.md"), "utf8");
  return new RegExp(`^\`\`\`${fence}\\n((?:import|@layer)[\\s\\S]*?)^\`\`\``, "m").exec(guide)?.[1] ?? "";
}

const FILES: Record<string, string> = {
  "blocks/Quote/Quote.schema.ts": fromGuide("ts"),
  "blocks/Quote/Quote.tsx": fromGuide("tsx"),
  "blocks/Quote/Quote.css": fromGuide("css"),
  "blocks/Facts/Facts.schema.ts": `import { block, sectionFields, text } from "sitegen/schema";

export const schema = block({
  name: "Facts",
  kind: "section",
  description: "Ours instead of sitegen's.",
  fields: { ...sectionFields, headline: text({ translatable: true }) },
});
`,
  "blocks/Facts/Facts.tsx": `import { useState } from "react";
import type { PropsOf } from "sitegen/schema";
import type { schema } from "./Facts.schema.ts";

export function Facts({ headline }: PropsOf<typeof schema>) {
  const [count, setCount] = useState(0);
  return (
    <button type="button" className="own-facts" onClick={() => setCount(count + 1)}>
      {headline}: {count}
    </button>
  );
}
`,
};

beforeAll(async () => {
  mkdirSync(site);
  await run("npm", ["pack", "--silent", "--pack-destination", folder.dir], ROOT);
  const tarball = readdirSync(folder.dir).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(site, "package.json"), '{ "name": "site", "private": true, "type": "module" }\n');
  await run("npm", ["install", "--silent", "--prefer-offline", "--no-audit", "--no-fund", `../${tarball}`], site);
});

afterAll(async () => {
  await space?.interrupt();
  folder.remove();
});

test("what is packed is what is needed: no tests, no benchmarks, nothing generated for development", () => {
  const packed = join(site, "node_modules/sitegen");
  const names = "LICENSE README.md bin cli dist docs package.json scripts sitegen.config.ts src templates";
  expect(readdirSync(packed).sort()).toEqual(names.split(" "));
  expect(readdirSync(join(packed, "scripts"))).toEqual(["build-cli.mjs"]);
  expect(readdirSync(join(packed, "dist")).filter((name) => /bench|gen-docs/.test(name))).toEqual([]);
  expect(JSON.parse(readFileSync(join(site, "package.json"), "utf8")).dependencies.sitegen).toMatch(/^file:/);
});

test("init sets the folder up, and the site is built with the blocks of its own", async () => {
  await sitegen("init", "--yes", "--company", "Example GmbH", "--origin", "https://www.example.com", "--ci", "gitlab");
  const config = join(site, "sitegen.config.ts");
  // The one line that docs/writing-a-block.md tells to turn on.
  const text = readFileSync(config, "utf8");
  expect(text).toContain('  // blocks: "blocks",\n');
  writeFileSync(config, text.replace('// blocks: "blocks"', 'blocks: "blocks"'));
  for (const [path, source] of Object.entries(FILES)) {
    mkdirSync(join(site, path, ".."), { recursive: true });
    writeFileSync(join(site, path), source);
  }
  writeSpace(join(site, "space"));
  space = command(["space", "--dir", "space", "--port", "0", "--no-rate-limit"], { cwd: site, program });
  await space.line(/SPACE_ID=\d+\n/);
  access = Object.fromEntries(
    space
      .stdout()
      .trim()
      .split("\n")
      .map((line) => line.split("=") as [string, string]),
  );

  const { components } = JSON.parse(await sitegen("schema")) as { components: { name: string; schema: object }[] };
  const named = (name: string) => components.filter((component) => component.name === name);
  expect(named("Quote")[0]?.schema).toHaveProperty("who");
  expect(named("Facts").map(({ schema }) => Object.keys(schema).includes("items"))).toEqual([false]);

  const report = JSON.parse(await sitegen("generate", "--json", "--quiet"));
  expect(report).toMatchObject({ ok: true, problems: [] });
  expect(page("")).toContain('<p class="headline-2">We were done in an afternoon.</p><footer>Mira</footer>');
  expect(page("de")).toContain('<p class="headline-2">Nach einem Nachmittag waren wir fertig.</p>');
  expect(page("company/about")).toContain('<button type="button" class="own-facts">In figures: 0</button>');
  expect(page("company/about")).toContain("Example GmbH");
  expect(page("company/about")).toContain('rel="canonical" href="https://www.example.com/company/about/"');
  const style = /href="\/(_assets\/[^"]+\.css)"/.exec(page(""))?.[1] ?? "";
  expect(readFileSync(join(site, "out", style), "utf8")).toMatch(/\.quote footer\{color:var\(--ink-soft\)\}/);

  // A block of the site's own may do something in the browser: its code is there.
  const chunks = (path: string) => /data-chunks="([^"]*)"/.exec(page(path))?.[1] ?? "";
  expect([chunks("").includes("Quote"), chunks("company/about").includes("Facts")]).toEqual([true, true]);

  const again = JSON.parse(await sitegen("generate", "--json", "--quiet"));
  expect(again).toMatchObject({ buildId: report.buildId, pages: { written: 0, removed: 0 } });
  const { counts, problems } = JSON.parse(await sitegen("check", "--json"));
  expect(counts.error).toBe(0);
  // Our own Facts says its headline in a button, so the page lost its main heading: `check` tells.
  expect(problems).toContainEqual(expect.objectContaining({ code: "CHECK_HEADING_FIRST", story: "company/about" }));
});

/** The fixture with a quote on its home page; the facts of its page about the company meet the site's own block. */
function writeSpace(dir: string): void {
  cpSync(join(ROOT, "test/fixtures/spaces/minimal"), dir, { recursive: true });
  const file = join(dir, "stories/home.json");
  const home = JSON.parse(readFileSync(file, "utf8"));
  const text = { text: "We were done in an afternoon.", text__i18n__de: "Nach einem Nachmittag waren wir fertig." };
  home.content.body.push({ component: "Quote", ...text, who: "Mira" });
  writeFileSync(file, JSON.stringify(home));
}
