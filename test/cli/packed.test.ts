/**
 * The package as somebody gets it: packed, installed as a dependency of an empty folder, with a site made from a space
 * that was not made for sitegen. Its types, its tests and its pages.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../src/space/start-space-service.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { startStaticServer } from "../helpers/static-server.ts";

const folder = temporaryFolder();
const site = join(folder.dir, "site");
const packed = join(site, "node_modules/sitegen-storyblok");
let service: SpaceService;

/** Nothing of this repository's own run reaches npm or the program. */
function cleanEnv(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|STORYBLOK_|NODE_ENV|VITEST|FORCE_COLOR)/i.test(name),
  );
  return {
    ...Object.fromEntries(own),
    NO_COLOR: "1",
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_TOKEN: service.token,
  };
}

async function run(file: string, args: readonly string[], cwd = site): Promise<string> {
  const { stdout } = await promisify(execFile)(file, args, { cwd, env: cleanEnv() }).catch((error: unknown) => {
    const { stdout: out = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`${file} ${args.join(" ")}\n${out}${stderr}`, { cause: error });
  });
  return stdout;
}

const sitegen = (...args: string[]) => run(process.execPath, [join(packed, "bin/sitegen.mjs"), ...args]);
const page = (path: string) => readFileSync(join(site, "out", path, "index.html"), "utf8").replaceAll("<!-- -->", "");

/** The worked example of docs/writing-a-block.md, word by word. */
function fromGuide(fence: string, words: string): string {
  const guide = readFileSync(join(ROOT, "docs/writing-a-block.md"), "utf8");
  const found = [...guide.matchAll(new RegExp(`^\`\`\`${fence}\\n([\\s\\S]*?)^\`\`\``, "gm"))].map(
    ([, text = ""]) => text,
  );
  return found.find((text) => text.includes(words)) ?? "";
}

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/starter");
  service = await startSpaceService({ dir, rateLimit: false, watch: false, quiet: true, journal: false });
  mkdirSync(site);
  await run("npm", ["pack", "--silent", "--pack-destination", folder.dir], ROOT);
  const tarball = readdirSync(folder.dir).find((name) => name.endsWith(".tgz")) ?? "";
  writeFileSync(join(site, "package.json"), '{ "name": "site", "private": true, "type": "module" }\n');
  await run("npm", ["install", "--silent", "--prefer-offline", "--no-audit", "--no-fund", `../${tarball}`]);
  for (const name of ["vitest", "vite"])
    symlinkSync(join(ROOT, "node_modules", name), join(site, "node_modules", name));
  // As `npm install sitegen@npm:sitegen-storyblok` has it.
  symlinkSync("sitegen-storyblok", join(site, "node_modules/sitegen"));
}, 300_000);

afterAll(async () => {
  await service.close();
  folder.remove();
});

test("what is packed is what is needed: no tests, no benchmarks, nothing generated for development", () => {
  const names = "LICENSE README.md bin cli dist docs package.json scripts sitegen.config.ts src templates";
  expect(readdirSync(packed).sort()).toEqual(names.split(" "));
  expect(readdirSync(join(packed, "scripts"))).toEqual(["build-cli.mjs"]);
  expect(readdirSync(join(packed, "dist")).filter((name) => /bench|gen-docs/.test(name))).toEqual([]);
});

test("a space's content becomes a site that builds, with a block from the guide", { timeout: 180_000 }, async () => {
  await sitegen("init", "--from-space", "--yes", "--origin", "https://www.example.com", "--ci", "gitlab");
  const files = {
    "blocks/quote/quote.schema.ts": fromGuide("ts", "defineBlock"),
    "blocks/quote/quote.tsx": fromGuide("tsx", "export function Quote"),
    "blocks/quote/quote.css": fromGuide("css", ".quote"),
    "test/quote.test.tsx": fromGuide("tsx", "renderBlock"),
  };
  for (const [path, text] of Object.entries(files)) {
    expect([path, text.length > 20]).toEqual([path, true]);
    mkdirSync(join(site, path, ".."), { recursive: true });
    writeFileSync(join(site, path), text);
  }
  const report = JSON.parse(await sitegen("generate", "--json", "--quiet"));
  expect(report).toMatchObject({ ok: true, problems: [], pages: { total: 3 } });
  expect(page("")).toContain("A grid in a grid");
  expect(page("about")).toContain('rel="canonical" href="https://www.example.com/about/"');
  for (const path of ["", "about", "blog/first-post"]) expect(page(path)).not.toMatch(/werklicht|lumen|hreflang/i);
  const style = /href="\/(_assets\/[^"]+\.css)"/.exec(page(""))?.[1] ?? "";
  expect(readFileSync(join(site, "out", style), "utf8")).toMatch(/\.quote footer\{color:#57606a\}/);
  const again = JSON.parse(await sitegen("generate", "--json", "--quiet"));
  expect(again).toMatchObject({ buildId: report.buildId, pages: { written: 0, removed: 0 } });
  const { components } = JSON.parse(await sitegen("schema")) as { components: { name: string }[] };
  const names = components.map(({ name }) => name).sort();
  expect(names).toEqual(["Feature 2", "blog-post", "feature", "grid", "hero-section", "page", "quote", "teaser"]);
});

test.each(["bundler", "nodenext"])("a strict compiler reads it all: %s", { timeout: 120_000 }, async (resolution) => {
  writeFileSync(
    join(site, "library.ts"),
    `import { build, type Card, type SiteBuild } from "sitegen-storyblok";
import { defineSite, type SiteDefinition } from "sitegen";
import { Blocks, type ContentReader, editable, Image, Link, RichText, useSite, useWords, Video } from "sitegen/kit";
import { defineBlock, type PropsOf, text } from "sitegen/schema";
import { renderBlock } from "sitegen/testing";
declare module "sitegen-storyblok" {
  interface Register {
    card: { headline: string };
  }
}
export const card: Card = { headline: "typed by the site" };
export const alias: SiteDefinition = defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} } });
export const parts = [Blocks, editable, RichText, Image, Link, Video, useSite, useWords, renderBlock] as const;
export const fields = defineBlock({ fields: { title: text({ required: true }) } });
export type Props = [PropsOf<typeof fields>["title"], ContentReader["lang"]];
export const run = (): Promise<SiteBuild> => build({ out: "elsewhere" });
`,
  );
  const module = resolution === "bundler" ? "esnext" : "nodenext";
  const strict = ["--skipLibCheck", "false", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  // Relations are of the site's own type now, so the blocks that show them are left out.
  const files = ["library.ts", "site.ts", "sitegen.config.ts", "blocks/quote/quote.tsx", "test/quote.test.tsx"];
  const own = [
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--jsx",
    "react-jsx",
    "--target",
    "es2022",
    "--allowImportingTsExtensions",
  ];
  await run(process.execPath, [tsc, ...own, ...strict, "--module", module, "--moduleResolution", resolution, ...files]);
});

test("the site's own vitest renders its blocks, by either name of the package", { timeout: 120_000 }, async () => {
  const guided = fromGuide("tsx", "renderBlock");
  writeFileSync(
    join(site, "test/quote-short.test.tsx"),
    guided.replace("sitegen-storyblok/testing", "sitegen/testing"),
  );
  const out = await run(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--root", site]);
  expect(out).toMatch(/Tests\s+3 passed/);
});

test("a gallery of the site's own, made by its own Vite, shows blocks that work", { timeout: 180_000 }, async () => {
  const files = {
    "blocks/counter/counter.schema.ts": `import { defineBlock, text } from "sitegen/schema";
export const schema = defineBlock({ name: "counter", hydrate: true, fields: { label: text() } });`,
    "blocks/counter/counter.tsx": `import { useState } from "react";
import { useWords } from "sitegen/kit";
export function Counter({ label }: { label: string }) {
  const [count, setCount] = useState(0);
  const word = useWords();
  return <button type="button" className="counter" onClick={() => setCount(count + 1)}>{label} {count} {word("times")}</button>;
}`,
    ...Object.fromEntries(
      ["html", "tsx"].map((fence) => [
        `gallery/${fence === "html" ? "index.html" : "gallery.tsx"}`,
        fromGuide(fence, "BlockPreview"),
      ]),
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    expect([path, text.length > 20]).toEqual([path, true]);
    mkdirSync(join(site, path, ".."), { recursive: true });
    writeFileSync(join(site, path), text);
  }
  await run(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "gallery"]);
  const [server, browser] = await Promise.all([startStaticServer(join(site, "gallery/dist")), launchBrowser()]);
  try {
    const view = await browser.newPage();
    const messages: string[] = [];
    view.on("pageerror", ({ message }) => messages.push(message));
    await view.goto(server.origin);
    expect(await view.locator(".quote").textContent()).toBe("Done.Mira");
    await view.locator(".counter").click();
    expect([await view.locator(".counter").textContent(), messages]).toEqual(["Pressed 1 times", []]);
  } finally {
    await browser.close();
    await server.close();
  }
});
