/** The code of docs/your-own-files.md, word by word, in a site's folder with the real command; Tailwind with its own package. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { command } from "../serve/command.ts";
import { get } from "../serve/helpers.ts";
import { picture } from "./pictures.ts";

const folder = temporaryFolder();
const dir = join(folder.dir, "site");
const guide = readFileSync(join(ROOT, "docs/your-own-files.md"), "utf8");

/** A block of code in the guide, by its language and a part of it. */
function shown(fence: string, part: string): string {
  const found = [...guide.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, text = ""]) => text,
  );
  const code = found.find((text) => text.includes(part));
  if (code === undefined) throw new Error(`The guide shows no ${fence} with ${part}.`);
  return code;
}

function write(files: Record<string, string | Uint8Array>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

const schema = (kind: string, fields = "") =>
  `import { defineBlock, sections } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ ${kind} fields: { ${fields} } });\n`;
const tile = (classes: string) => `export const Tile = () => <p className="${classes}">Tile</p>;\n`;

beforeAll(async () => {
  write({
    "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, styles: "./styles/site.css" });`,
    "sitegen.config.ts": shown("ts", "bundler: {"),
    "plugins/poems.ts": shown("ts", "onLoad"),
    "postcss.config.mjs": shown("js", "@tailwindcss/postcss"),
    "styles/site.css": shown("css", '@import "tailwindcss"'),
    ".env": "PUBLIC_MAP_URL=https://map.example/\n",
    ".gitignore": "node_modules/\nout/\nclean/\n.sitegen/\n",
    "public/downloads/terms.pdf": "%PDF",
    "blocks/page/page.schema.ts": schema('kind: "page",', "body: sections()"),
    "blocks/page/page.tsx":
      'import { Blocks } from "sitegen-storyblok/kit";\nexport const Page = ({ body }) => <Blocks of={body} />;\n',
    "blocks/company/company.schema.ts": schema("hydrate: true,"),
    "blocks/company/company.tsx": shown("tsx", "export function Company"),
    "blocks/company/company.css": shown("css", "@font-face"),
    "blocks/company/house.woff2": "font",
    "blocks/company/ground.svg": "<svg/>",
    "blocks/company/logo.svg": "<svg/>",
    "blocks/company/team.jpg": await picture(640, 320, "jpeg"),
    "blocks/company/about.md": "## About us\n",
    "blocks/company/brochure.pdf": "%PDF",
    "blocks/company/figures.json": '{ "people": 42 }',
    "blocks/company/terms.txt": "Be fair.",
    "blocks/map/map.schema.ts": schema(""),
    "blocks/map/map.tsx": shown("tsx", "PUBLIC_MAP_URL"),
    "blocks/tile/tile.schema.ts": schema(""),
    "blocks/tile/tile.tsx": tile("bg-sky-700"),
    "blocks/poem/poem.schema.ts": schema(""),
    "blocks/poem/poem.tsx":
      'import { name } from "@parts/name.ts";\nimport wheel from "./wheel.glb";\nimport lines from "./rose.poem";\nexport const Poem = () => <p data-wheel={wheel}>{name} {EDITION} {lines[1]}</p>;\n',
    "blocks/poem/rose.poem": "Roses\nViolets\n",
    "blocks/poem/wheel.glb": "solid",
    "parts/name.ts": 'export const name = "Part";\n',
    "space/space.json": JSON.stringify({
      name: "Guide",
      id: 7,
      version: 1_700_000_000,
      token: "public",
      previewToken: "preview",
    }),
    "space/stories/home.json": JSON.stringify({
      content: { component: "page", body: ["company", "map", "tile", "poem"].map((component) => ({ component })) },
    }),
  });
  mkdirSync(join(dir, "node_modules"));
  symlinkSync(ROOT, join(dir, "node_modules/sitegen-storyblok"));
  for (const name of ["tailwindcss", "@tailwindcss", "postcss"])
    symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
});
afterAll(() => folder.remove());

async function generate(...args: string[]): Promise<{ buildId: string; pages: { written: number } }> {
  const { code, stdout, stderr } = await runCli(["generate", "--json", "--quiet", ...args], {
    cwd: dir,
    bundling: true,
  });
  expect([code, stderr]).toEqual([0, ""]);
  return JSON.parse(stdout);
}

const styles = () =>
  fg
    .sync("_assets/site-*.css", { cwd: join(dir, "out"), stats: true })
    .sort((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0))
    .map(({ path }) => readFileSync(join(dir, "out", path), "utf8"))[0] ?? "";

test("everything that the guide shows is on the page", async () => {
  await generate();
  const html = readFileSync(join(dir, "out/index.html"), "utf8").replaceAll("<!-- -->", "");
  expect(html).toMatch(/<img src="\/_assets\/files\/logo-\w+\.svg" width="120" height="40"/);
  expect(html).toMatch(/alt="Our team in front of the workshop"/);
  expect(html).toMatch(/42 people\. <a href="\/_assets\/files\/brochure-\w+\.pdf">Brochure<\/a>/);
  expect(html).toContain('<h2 id="about-us"');
  expect(html).toContain('<a href="https://map.example/">Map</a>');
  expect(html).toMatch(/data-wheel="\/_assets\/files\/wheel-\w+\.glb">Part winter Violets/);
  expect(readFileSync(join(dir, "out/downloads/terms.pdf"), "utf8")).toBe("%PDF");
});

test("Tailwind finds the classes of blocks, and an incremental build equals a clean one", async () => {
  expect(styles()).toContain(".bg-sky-700");
  expect((await generate()).pages.written).toBe(0);
  write({ "blocks/tile/tile.tsx": tile("mt-[13px]") });
  const { buildId } = await generate();
  expect([styles().includes(".mt-\\[13px\\]"), styles().includes(".bg-sky-700")]).toEqual([true, false]);
  expect((await generate("--out", "clean", "--state", ".sitegen/clean")).buildId).toBe(buildId);
});

test("serve --watch shows a new class, and drops the one that no source has any more", async () => {
  const server = command(["serve", "--watch", "--port", "0"], { cwd: dir });
  try {
    const origin = (await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/))[1] ?? "";
    const served = async () => {
      const { text } = await get(origin, "/");
      const sheets = [...text.matchAll(/href="(\/_assets\/[^"]+\.css)"/g)].map(([, path = ""]) => path);
      return (await Promise.all(sheets.map(async (path) => (await get(origin, path)).text))).join("\n");
    };
    expect(await served()).toContain(".mt-\\[13px\\]");
    write({ "blocks/tile/tile.tsx": tile("pl-[17px]") });
    await expect.poll(served, { timeout: 240_000 }).toContain(".pl-\\[17px\\]");
    expect(await served()).not.toContain(".mt-\\[13px\\]");
  } finally {
    await server.interrupt();
  }
});
