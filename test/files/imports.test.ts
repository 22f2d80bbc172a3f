/** Files that a site's code and stylesheets refer to: addresses, pictures, text, and what is published of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { filesOf } from "../helpers/build-site.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { picture } from "./pictures.ts";

const SITE = `import { Layout } from "./layout.tsx";
export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, layout: { Layout }, styles: "./styles/site.css" };`;
const HERO = `import { Image, RichText } from "sitegen-storyblok/kit";
import { useState } from "react";
import logo from "./Logo 1.svg";
import photo from "./team.jpg";
import about from "./about.md";
import facts from "./facts.json";
import terms from "./terms.html?raw";
import photoFile from "./team.jpg?url";
export default function Hero({ headline }) {
  const [count, add] = useState(0);
  return <section>
    <h1>{headline}</h1>
    <img className="logo" src={logo} alt="" />
    <Image image={photo} alt="The team" />
    <RichText doc={about} />
    <pre data-photo={photoFile} onClick={() => add(count + 1)}>{terms} {facts.since}</pre>
  </section>;
}
`;
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4z"/></svg>';
const CSS = `@font-face { font-family: "Own"; src: url("../fonts/own.ttf") format("truetype"), url(../fonts/own.woff2); }
body { background: url(./ground.svg) }
.team { background: url(../blocks/hero/team.jpg) }
.mark { background: url("./marks.svg#arrow"); cursor: url(data:image/png;base64,AAAA), auto }`;

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite({
    "site.ts": SITE,
    "layout.tsx": `import mark from "./mark.svg";
export function Layout({ children }) { return <><img className="mark" src={mark} alt="" />{children}</>; }`,
    "mark.svg": SVG.replace("M0 0", "M1 1"),
    "styles/site.css": CSS,
    "styles/ground.svg": SVG.replace("M0 0", "M2 2"),
    "styles/marks.svg": SVG.replace("M0 0", "M3 3"),
    "fonts/own.ttf": "not really a font",
    "fonts/own.woff2": "nor is this",
    "blocks/hero/hero.schema.ts":
      'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ hydrate: true, fields: { headline: text() } });\n',
    "blocks/hero/hero.tsx": HERO,
    "blocks/hero/hero.module.css": ".tile { background: url(./tile.png) }",
    "blocks/hero/tile.png": await picture(2, 2),
    "blocks/hero/Logo 1.svg": SVG,
    "blocks/hero/team.jpg": await picture(1000, 500, "jpeg"),
    "blocks/hero/plan.png": await picture(30, 20),
    "blocks/hero/brochure.pdf": "%PDF-1.4",
    "blocks/hero/about.md":
      "## About us\n\nWe **make** [things](/things) and a [brochure](./brochure.pdf).\n\n![Plan](./plan.png)\n",
    "blocks/hero/facts.json": '{ "since": 1999 }',
    "blocks/hero/terms.html": "<b>all & nothing</b>",
  });
});
afterAll(() => site.close());

const published = (pattern: string) => fg.sync(pattern, { cwd: site.out }).sort();
const listed = () => {
  const parts = published("_assets/builds/files/parts/*.json").map((path) => JSON.parse(site.read(path)));
  return parts.flatMap(({ files }) => files.map(([path]: [string]) => path)) as string[];
};

test("code and stylesheets get hashed addresses, and the files are published and listed", async () => {
  await site.build({ config: { site: { base: "/sub/" } } });
  const html = site.read("index.html");
  const [logo = ""] = published("_assets/files/logo-1-*.svg");
  expect(logo).toMatch(/^_assets\/files\/logo-1-[0-9a-f]{16}\.svg$/);
  expect(site.read(logo)).toBe(SVG);
  expect(html).toContain(`<img class="logo" src="/sub/${logo}"`);
  expect(html).toContain(`<img class="mark" src="/sub/${published("_assets/files/mark-*.svg")[0]}"`);
  // What hydrates has the same addresses.
  const scripts = published("_assets/**/*.js")
    .map((path) => site.read(path))
    .join("\n");
  expect(scripts).toContain(`"/sub/${logo}"`);
  const css = published("_assets/site-*.css")
    .map((path) => site.read(path))
    .join("\n");
  expect(css).toContain(`url(/sub/${published("_assets/files/ground-*.svg")[0]})`);
  expect(css).toContain(`url(/sub/${published("_assets/files/marks-*.svg")[0]}#arrow)`);
  expect(css).toContain(`url(/sub/${published("_assets/files/own-*.ttf")[0]})`);
  expect(css).toMatch(/url\("?\/sub\/_assets\/fonts\/own-\w+\.woff2"?\)/);
  const found = published("_assets/files/*");
  expect(found.length).toBeGreaterThan(8);
  expect(listed()).toEqual(expect.arrayContaining(found));
});

test("a picture has its size and the variants that the content's pictures have", async () => {
  const html = site.read("index.html");
  const tag = /<picture[^>]*>[\s\S]*?alt="The team"[^>]*>/.exec(html)?.[0] ?? "";
  expect(tag).toContain('width="1000" height="500"');
  const addresses = [...tag.matchAll(/\/sub\/(_assets\/files\/team-[\w.-]+\.(?:avif|webp))/g)].map(
    ([, path = ""]) => path,
  );
  expect(addresses.length).toBeGreaterThan(2);
  for (const path of addresses) {
    const { width, format } = await sharp(join(site.out, path)).metadata();
    expect([path, path.includes(`-${width}.`), format]).toEqual([path, true, path.endsWith("avif") ? "heif" : "webp"]);
  }
  const [original = ""] = published("_assets/files/team-*.jpg");
  expect(html).toContain(`data-photo="/sub/${original}"`);
});

test("Markdown is rich text with files of its own, JSON and raw text are what they are", () => {
  const html = site.read("index.html").replaceAll("<!-- -->", "");
  expect(html).toContain('id="about-us"');
  expect(html).toContain('We <strong>make</strong> <a href="/sub/things/"');
  expect(html).toContain(`href="/sub/${published("_assets/files/brochure-*.pdf")[0]}"`);
  expect(html).toMatch(/<img src="\/sub\/_assets\/files\/plan-[\w-]+\.\w+" width="30" height="20" alt="Plan"/);
  expect(html).toContain("&lt;b&gt;all &amp; nothing&lt;/b&gt; 1999");
});

test("a changed file has another address, an unused one is removed, and each build equals a clean one", async () => {
  const config = { keepBuilds: 1 };
  await site.build({ config });
  const kept = await site.build({ config });
  expect(kept.report.pages.written).toBe(0);
  const [before = ""] = published("_assets/files/logo-1-*.svg");
  site.write({ "blocks/hero/Logo 1.svg": SVG.replace("h4", "h3"), "styles/ground.svg": SVG.replace("h4", "h2") });
  await site.build({ config });
  const [after = ""] = published("_assets/files/logo-1-*.svg");
  expect([after === before, site.read("index.html").includes(after)]).toEqual([false, true]);
  site.write({
    "blocks/hero/hero.tsx": HERO.replace('import photo from "./team.jpg";', "const photo = null;").replace(
      'import photoFile from "./team.jpg?url";',
      "const photoFile = null;",
    ),
  });
  await site.build({ config });
  // The build before keeps its files for pages that are open.
  expect([published(before), published("_assets/files/team-*").length > 2]).toEqual([[], true]);
  site.write({ "layout.tsx": "export const Layout = ({ children }) => children;" });
  const { report } = await site.build({ config });
  // The stylesheet still names the picture itself.
  expect(published("_assets/files/team-*")).toEqual([expect.stringMatching(/team-\w+\.jpg$/)]);
  const clean = join(site.dir, "clean");
  const made = await site.build({ config, overrides: { stateDir: join(site.dir, "clean-state"), out: clean } });
  expect(made.report.buildId).toBe(report.buildId);
  expect(filesOf(site.out)).toMatchObject(filesOf(clean));
});

test.each([
  [
    "blocks/hero/hero.tsx",
    'import x from "./none.svg";\nexport default () => x;',
    /^blocks\/hero\/hero\.tsx:1:15: Could not resolve "\.\/none\.svg"/,
  ],
  [
    "blocks/hero/hero.tsx",
    '\nimport x from "./none.txt?raw";\nexport default () => x;',
    /^blocks\/hero\/hero\.tsx:2:15: Could not resolve "\.\/none\.txt"/,
  ],
  [
    "styles/site.css",
    "a {}\nb { background: url(none.png) }",
    /^styles\/site\.css:2:17: Could not resolve "none\.png"$/,
  ],
  ["styles/site.css", "b { background: url(/none.png) }", /^styles\/site\.css:1:17: Could not resolve "\/none\.png"/],
  [
    "blocks/hero/about.md",
    "Text\n\n![Plan](./gone.png)",
    /about\.md: Line 3 names \.\/gone\.png, and there is no such file/,
  ],
  ["blocks/hero/team.jpg", "no picture", /team\.jpg: It is not a picture that can be read/],
  [
    "blocks/hero/hero.tsx",
    'import x from "./model.xyz";\nexport default () => x;',
    /^blocks\/hero\/hero\.tsx:1:15: No loader is configured for "\.xyz" files/,
  ],
])("what is wrong is named with its place: %s", async (path, text, message) => {
  const good = readFileSync(join(site.dir, path));
  site.write({ "blocks/hero/hero.tsx": HERO, "blocks/hero/model.xyz": "x", [path]: text });
  const before = filesOf(site.out);
  try {
    await expect(site.build()).rejects.toThrow(message);
    expect(filesOf(site.out)).toEqual(before);
  } finally {
    site.write({ [path]: good });
  }
});
