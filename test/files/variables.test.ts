/** `import.meta.env` in a site's code: public variables and the environment, and nothing else. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { filesOf } from "../helpers/build-site.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const SITE = `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`;
const HERO = `// import.meta.env.COMMENTED is not code
export default function Hero({ headline }) {
  return <h1 onClick={() => import.meta.env.PUBLIC_MAP}>{headline} {import.meta.env.PUBLIC_MAP} {import.meta.env.ENVIRONMENT}</h1>;
}
`;
const SECRET = "s3cr3t-never-published";

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite({
    "site.ts": SITE,
    "blocks/hero/hero.schema.ts":
      'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ hydrate: true, fields: { headline: text() } });\n',
    "blocks/hero/hero.tsx": HERO,
  });
});
afterAll(() => site.close());

const env = { PUBLIC_MAP: "tiles-1", MAP_KEY: SECRET };
const page = () => site.read("index.html").replaceAll("<!-- -->", "");
const whole = () =>
  fg
    .sync("**/*.{html,js,json}", { cwd: site.out })
    .map((path) => site.read(path))
    .join("\n");

test("public variables and the environment are in pages and scripts; another value is another page", async () => {
  await site.build({ env });
  expect(page()).toContain("<h1>Home tiles-1 production</h1>");
  expect(
    fg
      .sync("_assets/chunks/hero-*.js", { cwd: site.out })
      .map((path) => site.read(path))
      .join(""),
  ).toContain('"tiles-1"');
  expect((await site.build({ env: { ...env, PUBLIC_OTHER: "unused" } })).report.pages.written).toBe(0);
  const { report } = await site.build({
    env: { ...env, PUBLIC_MAP: "tiles-2", SITEGEN_ENVIRONMENT: "staging" },
    config: { environments: { staging: { drafts: false } } },
  });
  expect(report.pages.written).toBe(1);
  expect(page()).toContain("<h1>Home tiles-2 staging</h1>");
  expect(whole()).not.toContain(SECRET);
});

test("they come from .env too, which the environment overrides", async () => {
  writeFileSync(join(site.dir, ".env"), `PUBLIC_MAP=from-file\nPUBLIC_TWO=two\nMAP_KEY=${SECRET}\n`);
  const { publicVariables } = await loadConfig({
    cwd: site.dir,
    env: readEnvironment(site.dir, { PUBLIC_TWO: "outside" }),
  });
  expect(publicVariables).toEqual({ PUBLIC_MAP: "from-file", PUBLIC_TWO: "outside" });
  rmSync(join(site.dir, ".env"));
});

test.each([
  [
    "import.meta.env.MAP_KEY",
    /hero\.tsx:3:11: import\.meta\.env\.MAP_KEY is not for a site's code, which is published/,
  ],
  [
    "import.meta.env.PUBLIC_NONE",
    /hero\.tsx:3:11: import\.meta\.env\.PUBLIC_NONE is not set: add PUBLIC_NONE to the environment or to \.env\./,
  ],
  ["import.meta.env?.MODE", /hero\.tsx:3:11: import\.meta\.env\.MODE is not for a site's code/],
  [
    'import.meta.env["MAP_KEY"]',
    /hero\.tsx:3:11: import\.meta\.env is no object: write import\.meta\.env\.PUBLIC_NAME in full/,
  ],
  ["Object.keys(import.meta.env)", /hero\.tsx:3:23: import\.meta\.env is no object/],
])("%s is an error with its place, and the last good site stays", async (code, message) => {
  site.write({ "blocks/hero/hero.tsx": HERO });
  await site.build({ env });
  const before = filesOf(site.out);
  site.write({
    "blocks/hero/hero.tsx": `// first\nexport function Hero({ headline }: { headline: string }) {\n  return (${code}) as string;\n}\n`,
  });
  await expect(site.build({ env })).rejects.toThrow(message);
  expect(filesOf(site.out)).toEqual(before);
});
