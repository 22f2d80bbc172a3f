/**
 * The package as somebody gets it: packed, installed as a dependency of an empty folder, with sites made from spaces
 * that were not made for sitegen: a starter's, one with a folder for each of three languages, one with two languages
 * and a domain for each. Their types, tests and pages.
 * `npm test` has test/init/from-space.test.ts.
 */
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { installPacked, runOutside } from "../helpers/packed-package.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { command } from "../serve/command.ts";

const folder = temporaryFolder();
const site = join(folder.dir, "site");
const packed = join(site, "node_modules/sitegen-storyblok");
/** The sites share the one installed package; each has a space of its own. */
const sites = { starter: site, folders: join(folder.dir, "folders"), fields: join(folder.dir, "fields") };
const services = new Map<string, SpaceService>();

function run(file: string, args: readonly string[], cwd = site): Promise<string> {
  const service = services.get(cwd);
  return runOutside(file, args, cwd, { STORYBLOK_ENDPOINT: service?.endpoint, STORYBLOK_TOKEN: service?.token });
}

const bin = join(packed, "bin/sitegen.mjs");
const sitegenIn = (dir: string, ...args: string[]) => run(process.execPath, [bin, ...args], dir);
const sitegen = (...args: string[]) => sitegenIn(site, ...args);
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
  for (const [space, dir] of Object.entries(sites)) {
    const from = join(ROOT, "test/fixtures/spaces", space);
    const options = { rateLimit: false as const, watch: false, quiet: true, journal: false };
    services.set(dir, await startSpaceService({ dir: from, ...options }));
    mkdirSync(dir);
  }
  await installPacked(site, ["vitest", "vite"]);
  // As `npm install sitegen@npm:sitegen-storyblok` has it.
  symlinkSync("sitegen-storyblok", join(site, "node_modules/sitegen"));
  for (const dir of [sites.folders, sites.fields]) {
    symlinkSync(join(site, "node_modules"), join(dir, "node_modules"));
    writeFileSync(join(dir, "package.json"), '{ "name": "site", "private": true, "type": "module" }\n');
  }
}, 300_000);

afterAll(async () => {
  for (const service of services.values()) await service.close();
  folder.remove();
});

test("what is packed is what is needed: no tests, no benchmarks, nothing generated for development", () => {
  const names = "LICENSE README.md bin cli dist docs examples package.json sitegen.config.ts src templates";
  expect(readdirSync(packed).sort()).toEqual(names.split(" "));
  const { scripts } = JSON.parse(readFileSync(join(packed, "package.json"), "utf8"));
  // npm warns of each script that would run where the package is installed.
  expect(Object.keys(scripts).filter((name) => /^(prepare|(pre|post)?install)$/.test(name))).toEqual([]);
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
  const pageSchema = join(site, "blocks/page/page.schema.ts");
  writeFileSync(pageSchema, readFileSync(pageSchema, "utf8").replace("blocks([", 'blocks(["quote", '));
  services.get(site)?.publish("about", ({ content }) => {
    content.body = [...(content.body as unknown[]), { component: "quote", text: "Done.", who: "Mira" }];
  });
  const report = JSON.parse(await sitegen("generate", "--json", "--quiet"));
  expect(report).toMatchObject({ ok: true, problems: [], pages: { total: 3 } });
  expect(page("")).toContain("A grid in a grid");
  expect(page("about")).toContain('rel="canonical" href="https://www.example.com/about/"');
  for (const path of ["", "about", "blog/first-post"]) expect(page(path)).not.toMatch(/werklicht|lumen|hreflang/i);
  const styles = (path: string) =>
    [...page(path).matchAll(/href="\/(_assets\/[^"]+\.css)"/g)].map(([, file = ""]) =>
      readFileSync(join(site, "out", file), "utf8"),
    );
  expect(styles("about").join("")).toMatch(/\.quote footer\{color:#57606a\}/);
  expect(styles("").join("")).not.toContain(".quote");
  const again = JSON.parse(await sitegen("generate", "--json", "--quiet"));
  expect(again).toMatchObject({ buildId: report.buildId, pages: { written: 0, removed: 0 } });
  const { components } = JSON.parse(await sitegen("schema")) as { components: { name: string }[] };
  const names = components.map(({ name }) => name).sort();
  expect(names).toEqual(["Feature 2", "blog-post", "feature", "grid", "hero-section", "page", "quote", "teaser"]);
});

test.each(["bundler", "nodenext"])("a strict compiler reads it all: %s", { timeout: 240_000 }, async (resolution) => {
  writeFileSync(
    join(site, "library.ts"),
    `import { build, type Card, defineSource, type SiteBuild } from "sitegen-storyblok";
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
const lamps = [{ sku: "A-1", price: 40 }];
export const source = defineSource({
  load: async ({ env, signal, previous }) => (env.SHOP && !signal.aborted && previous.length === 0 ? lamps : []),
  key: (lamp) => lamp.sku,
  maxAge: "10m",
});
export type Props = [PropsOf<typeof fields>["title"], ContentReader["lang"]];
export const run = (): Promise<SiteBuild> => build({ out: "elsewhere" });
`,
  );
  writeFileSync(
    join(site, "imports.tsx"),
    `import { Image, RichText } from "sitegen/kit";
import about from "./about.md";
import logo from "./logo.svg";
import "./parts.css";
import names from "./parts.module.css";
import photo from "./photo.jpg";
import terms from "./terms.html?raw";
export const width: number = photo.width;
// @ts-expect-error: a picture is no address.
export const address: string = photo;
export const texts: [string, string, string | undefined, string | undefined] = [logo, terms, import.meta.env.PUBLIC_MAP, names.wide];
export const environment: string = import.meta.env.ENVIRONMENT;
// @ts-expect-error: a secret is in no published file.
export const secret = import.meta.env.STORYBLOK_TOKEN;
export const shown = [<Image image={photo} alt="" />, <RichText doc={about} />];
`,
  );
  writeFileSync(
    join(site, "form.tsx"),
    `import { createFormHandler, defineForm, type FormMessage, nodeListener } from "sitegen/forms";
import { Form } from "sitegen/kit";
const order = defineForm({ name: "order", fields: { email: { type: "email", required: true } } });
const kept: FormMessage[] = [];
export const listener = nodeListener(createFormHandler({ forms: [order], deliver: (message) => kept.push(message) }));
export const shown = <Form form={order} className="order" thanks="/" />;
// @ts-expect-error: there is no such field.
defineForm({ name: "order", fields: { email: { type: "mail" } } });
`,
  );
  const module = resolution === "bundler" ? "esnext" : "nodenext";
  const strict = ["--skipLibCheck", "false", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess"];
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  // Relations are of the site's own type now, so the blocks that show them are left out.
  const files = ["library.ts", "site.ts", "sitegen.config.ts", "blocks/quote/quote.tsx", "test/quote.test.tsx"];
  files.push("files.d.ts", "imports.tsx", "form.tsx");
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

test("the site's own vitest renders its blocks, by either name of the package", { timeout: 240_000 }, async () => {
  const guided = fromGuide("tsx", "renderBlock");
  writeFileSync(
    join(site, "test/quote-short.test.tsx"),
    guided.replace("sitegen-storyblok/testing", "sitegen/testing"),
  );
  const out = await run(process.execPath, [join(ROOT, "node_modules/vitest/vitest.mjs"), "run", "--root", site]);
  expect(out).toMatch(/Tests\s+3 passed/);
});

test("a form that init writes is answered by the package", { timeout: 240_000 }, async () => {
  await sitegen("init", "--yes", "--forms", "node");
  const code = `import { createFormHandler, webhook } from "sitegen-storyblok/forms";
import { contact } from "./forms.mjs";
const answer = createFormHandler({ forms: [contact], deliver: webhook("http://127.0.0.1:9") });
const headers = { accept: "application/json", "content-type": "application/json" };
const post = { method: "POST", headers, body: "{}" };
console.log(await (await answer(new Request("https://x.example/forms/contact", post))).text());`;
  writeFileSync(join(site, "forms.mjs"), readFileSync(join(site, "forms/contact.ts"), "utf8"));
  const said = JSON.parse(await run(process.execPath, ["--input-type=module", "-e", code]));
  expect(said.faults).toEqual({ name: "form_missing", email: "form_missing", message: "form_missing" });
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

// Of a checkout it is shown in test/serve/watch.test.ts.
test("serve --watch shows what is saved in it: a block, its style, an error, the configuration, a publish", {
  timeout: 240_000,
}, async () => {
  const edit = (path: string, from: string | RegExp, to: string) => {
    const text = readFileSync(join(site, path), "utf8");
    expect([path, text.search(from) >= 0]).toEqual([path, true]);
    writeFileSync(join(site, path), text.replace(from, to));
  };
  const { endpoint = "", token = "" } = services.get(site) ?? {};
  const env = { STORYBLOK_ENDPOINT: endpoint, STORYBLOK_TOKEN: token };
  const server = command(["serve", "--watch", "--port", "0"], { cwd: site, program: bin, env });
  const browser = await launchBrowser();
  try {
    const [, origin = ""] = await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
    const view = await browser.newPage();
    await view.goto(`${origin}/about/`);
    edit("blocks/quote/quote.tsx", "<footer>", "<footer>Said by ");
    await view.getByText("Said by Mira").waitFor();
    edit("blocks/quote/quote.css", "#57606a", "#010203");
    const color = () => view.locator(".quote footer").evaluate((one) => getComputedStyle(one).color);
    await expect.poll(() => color().catch(() => ""), { timeout: 30_000 }).toBe("rgb(1, 2, 3)");
    edit("blocks/quote/quote.tsx", "</footer>", "</foot>");
    await view
      .getByRole("alert")
      .getByText(/^blocks\/quote\/quote\.tsx:\d+:\d+$/)
      .waitFor();
    edit("blocks/quote/quote.tsx", "</foot>", "</footer>");
    await view.getByRole("alert").waitFor({ state: "detached" });
    edit("sitegen.config.ts", "https://www.example.com", "https://www.saved.example");
    const canonical = () => view.locator('link[rel="canonical"]').getAttribute("href");
    await expect.poll(() => canonical().catch(() => ""), { timeout: 240_000 }).toBe("https://www.saved.example/about/");
    services.get(site)?.publish("about", ({ content }) => {
      for (const block of content.body as { who?: string }[]) if (block.who) block.who = "Ada";
    });
    await view.getByText("Said by Ada").waitFor();
  } finally {
    await browser.close();
    await server.interrupt();
  }
});

/** Texts specific to the sample: names, address, people, redirects, badge, products and icons. */
const OF_THE_SAMPLE = /werklicht|lumen|iso27001|wissen|instrument.?sans|sitegen sample|\/de\//i;

/** Every file of a site's output that a host hands out, as text. */
function textsOf(dir: string): [file: string, text: string][] {
  const files = readdirSync(join(dir, "out"), { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map((file) => {
    const path = join(file.parentPath, file.name);
    return [relative(dir, path), readFileSync(path, "latin1")];
  });
}

const read = (dir: string, path: string) => readFileSync(join(dir, "out", path), "utf8").replaceAll("<!-- -->", "");
const versionsOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" hreflang="([^"]+)" href="([^"]+)"/g)].map((match) => match.slice(1));
const switchOf = (html: string) => {
  const nav = /<nav aria-label[^>]*>(.*?)<\/nav>/s.exec(html)?.[1] ?? "";
  return [...nav.matchAll(/href="([^"]+)"[^>]*>([^<]+)</g)].map((match) => match.slice(1));
};

test("three languages with a folder each become one site with prefixes", { timeout: 180_000 }, async () => {
  const dir = sites.folders;
  await sitegenIn(dir, "init", "--from-space", "--yes", "--origin", "https://atlas.example");
  const report = JSON.parse(await sitegenIn(dir, "generate", "--json", "--quiet"));
  expect(report).toMatchObject({ ok: true, problems: [], stories: 9, pages: { total: 9 } });
  const home = read(dir, "ar/index.html");
  expect(home).toMatch(/^<!doctype html>\n<html lang="ar"[^>]* dir="rtl"/);
  expect(read(dir, "fr/index.html")).toMatch(/^<!doctype html>\n<html lang="fr" data-at-top data-app/);
  expect(home).toContain("خرائط لمن يمشي");
  expect(home).toContain('href="/ar/about/"');
  expect(versionsOf(read(dir, "about/index.html"))).toEqual([
    ["en", "https://atlas.example/about/"],
    ["ar", "https://atlas.example/ar/about/"],
    ["fr", "https://atlas.example/fr/a-propos/"],
    ["x-default", "https://atlas.example/about/"],
  ]);
  expect(switchOf(read(dir, "fr/a-propos/index.html"))).toEqual([
    ["/about/", "English"],
    ["/ar/about/", "العربية"],
    ["/fr/a-propos/", "Français"],
  ]);
  for (const file of ["404.html", "fr/404.html", "ar/404.html"]) expect(read(dir, file)).toContain("<h1");
  expect(read(dir, "sitemap.xml").match(/<loc>/g)).toHaveLength(9);
});

test("two languages with a domain each become a folder for each domain", { timeout: 180_000 }, async () => {
  const dir = sites.fields;
  await sitegenIn(dir, "init", "--from-space", "--yes", "--origin", "https://www.tidewater.example");
  const file = join(dir, "site.ts");
  const own = 'origin: "https://www.maree.example", code: "fr"';
  writeFileSync(file, readFileSync(file, "utf8").replace('code: "fr"', own));
  const report = JSON.parse(await sitegenIn(dir, "generate", "--json", "--quiet"));
  expect(report).toMatchObject({ ok: true, problems: [], pages: { total: 4 } });
  expect(readdirSync(join(dir, "out")).sort()).toEqual(["_assets", "en", "fr"]);
  const about = read(dir, "fr/a-propos/index.html");
  expect(about).toContain('<html lang="fr"');
  expect(about).toContain("Chêne, mélèze et cuivre");
  expect(about).toContain('<link rel="canonical" href="https://www.maree.example/a-propos/"');
  expect(switchOf(about)).toEqual([
    ["https://www.tidewater.example/about/", "English"],
    ["/a-propos/", "Français"],
  ]);
  expect(read(dir, "fr/sitemap.xml")).toContain("<loc>https://www.maree.example/a-propos/</loc>");
  expect(read(dir, "en/robots.txt")).toContain("https://www.tidewater.example/sitemap.xml");
  const again = JSON.parse(await sitegenIn(dir, "generate", "--json", "--quiet"));
  expect(again).toMatchObject({ buildId: report.buildId, pages: { written: 0, removed: 0 } });
});

test.each(Object.entries(sites))("nothing of the sample is in the output of %s", (_, dir) => {
  const found = textsOf(dir).flatMap(([file, text]) => {
    const [word] = OF_THE_SAMPLE.exec(text) ?? [];
    return word === undefined ? [] : [`${file}: ${word}`];
  });
  expect(found).toEqual([]);
});

test("a folder without a site of its own does not become the sample", { timeout: 240_000 }, async () => {
  const dir = join(folder.dir, "nothing");
  mkdirSync(dir);
  const starter = services.get(sites.starter);
  if (starter) services.set(dir, starter);
  const failed = sitegenIn(dir, "generate", "--quiet");
  await expect(failed).rejects.toThrow(/CONFIG_NOT_FOUND[\s\S]*sitegen init --from-space/);
  expect(readdirSync(dir).filter((name) => name === "out")).toEqual([]);
});
