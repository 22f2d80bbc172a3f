/** A site has the same files in a folder with any name, even one of node_modules, and may be moved. */
import { cpSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openCommandSite } from "../definition/command-site.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { runCli } from "../helpers/run-cli.ts";

const FILES = {
  "package.json": '{ "type": "module" }',
  "sitegen.config.ts":
    'export default { site: { origin: "https://x.example", companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };',
  "site.ts":
    'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, styles: "./site.css" };',
  "site.css": "body { color: #000001 }\n",
  "marks/mark.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
  "node_modules/fancy/package.json": '{ "name": "fancy", "exports": { "./fancy.css": "./fancy.css" } }',
  "node_modules/fancy/fancy.css": "h1 { color: #000002 }\n",
  "blocks/hero/first.css": "h1 { color: #000003 }\n",
  "blocks/hero/hero.module.css":
    ".big { background: url(../../marks/mark.svg); composes: wide from '../wide.module.css' }\n",
  "blocks/wide.module.css": ".wide { width: 1px }\n",
  "blocks/hero/hero.schema.ts":
    'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ hydrate: true, fields: { headline: text() } });\n',
  "blocks/hero/hero.tsx": `import "./first.css";
import "fancy/fancy.css";
import names from "./hero.module.css";
export default function Hero({ headline }) { return <h1 className={names.big} onClick={() => 0}>{headline}</h1>; }
`,
};

const folder = temporaryFolder();
const site = await openCommandSite(FILES);
afterAll(async () => {
  await site.close();
  folder.remove();
});

const generateIn = (dir: string, ...args: string[]) => {
  const env = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public" };
  return runCli(["generate", "--jobs", "1", ...args], { cwd: dir, env });
};

async function builtIn(name: string): Promise<Record<string, string>> {
  const dir = join(folder.dir, name);
  cpSync(site.dir, dir, { recursive: true });
  rmSync(join(dir, "sitegen.config.json"));
  expect(await generateIn(dir, "--quiet")).toMatchObject({ code: 0, stderr: "" });
  return filesOf(join(dir, "out"));
}

let plain: Record<string, string>;
beforeAll(async () => {
  plain = await builtIn("site");
});

test.each(["a#b ?", "node_modules/site"])("in a folder called %s", async (name) => {
  expect(await builtIn(name)).toEqual(plain);
});

test("moved without the program, it renders no page again", async () => {
  await builtIn("before");
  const moved = join(folder.dir, "deeper/after");
  mkdirSync(join(moved, ".."));
  renameSync(join(folder.dir, "before"), moved);
  expect((await generateIn(moved, "--verbose")).stderr).toMatch(/Pages: 0 rendered, 1 kept/);
});
