/** A site's own files while it is developed: `serve --watch` shows each save, and serves what a build writes. */
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { type Command, command } from "../serve/command.ts";
import { differencesFromBuild } from "../serve/differences-from-build.ts";
import { get } from "../serve/helpers.ts";
import { type WatchedSite, watchedSite } from "../serve/watched-site.ts";
import { picture } from "./pictures.ts";

const CONFIG = `import { poems } from "./plugins/poems.ts";
export default {
  site: { origin: "https://www.example.com", companyName: "First Ltd" },
  redirects: ["redirects.csv"],
  bundler: { plugins: [poems], define: { EDITION: '"one"' } },
};
`;
const PLUGIN = `import { readFileSync } from "node:fs";
export const poems = {
  name: "poems",
  setup(build) {
    build.onLoad({ filter: /\\.poem$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8").trim();
      if (text === "?") throw new Error("A line is missing.");
      return { contents: "export default " + JSON.stringify(text + " (poem)"), loader: "js" };
    });
  },
};
`;
const HERO = `import { Image } from "sitegen/kit";
import logo from "./logo.svg";
import photo from "./photo.png";
import poem from "./rose.poem";
export default function Hero({ headline }) {
  return <section><h1>{headline}</h1><img className="logo" src={logo} alt="" /><Image image={photo} alt="Photo" /><p>{poem} {EDITION} {import.meta.env.PUBLIC_MAP}</p></section>;
}
`;

let site: WatchedSite;
let server: Command;
let origin: string;

beforeAll(async () => {
  site = watchedSite();
  rmSync(join(site.dir, "sitegen.config.json"));
  const files = {
    "sitegen.config.ts": CONFIG,
    "plugins/poems.ts": PLUGIN,
    ".env": "PUBLIC_MAP=first-map\n",
    "public/terms.txt": "First terms",
    "blocks/hero-section/hero-section.tsx": HERO,
    "blocks/hero-section/logo.svg": "<svg><!--one--></svg>",
    "blocks/hero-section/rose.poem": "Roses",
    "blocks/hero-section/hero-section.css": ".logo { background: url(./ground.svg) }",
    "blocks/hero-section/ground.svg": "<svg><!--ground--></svg>",
  };
  for (const [path, text] of Object.entries(files)) site.write(path, text);
  site.write("blocks/hero-section/photo.png", await picture(600, 300));
  server = command(["serve", "--watch", "--port", "0"], { cwd: site.dir });
  origin = (await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/))[1] ?? "";
});
afterAll(async () => {
  await server.interrupt();
  site.close();
});

const text = async (path: string) => (await get(origin, path)).text;
const page = async () => (await text("/")).replaceAll("<!-- -->", "");
const shows = (path: string, part: string) => expect.poll(() => text(path), { timeout: 240_000 }).toContain(part);

test("imported files and their variants are served, and a saved one has another address", async () => {
  const html = await page();
  expect(html).toContain("Roses (poem) one first-map");
  const logo = /class="logo" src="(\/_assets\/files\/logo-\w+\.svg)"/.exec(html)?.[1] ?? "";
  expect(await text(logo)).toBe("<svg><!--one--></svg>");
  const variants = [...html.matchAll(/\/_assets\/files\/photo-[\w-]+\.(?:avif|webp)/g)].map(([path]) => path);
  expect(variants.length).toBeGreaterThan(1);
  for (const path of variants) expect([path, (await get(origin, path)).status]).toEqual([path, 200]);
  site.write("blocks/hero-section/logo.svg", "<svg><!--two--></svg>");
  await expect.poll(page, { timeout: 240_000 }).not.toContain(logo);
  const now = /class="logo" src="([^"]+)"/.exec(await page())?.[1] ?? "";
  expect(await text(now)).toBe("<svg><!--two--></svg>");
});

test("files of the public folder are shown as saved, added and removed", async () => {
  expect((await get(origin, "/terms.txt")).text).toBe("First terms");
  site.write("public/terms.txt", "Second terms");
  await shows("/terms.txt", "Second terms");
  site.write("public/new/price.csv", "a,b");
  await shows("/new/price.csv", "a,b");
  site.remove("public/new");
  await expect.poll(async () => (await get(origin, "/new/price.csv")).status, { timeout: 240_000 }).toBe(404);
  site.write("public/.well-known/security.txt", "Contact: first");
  await shows("/.well-known/security.txt", "Contact: first");
  site.write("public/.well-known/change-password.txt", "Later");
  await shows("/.well-known/change-password.txt", "Later");
});

test("a file that is published while the code has an error is there once the code is as before", async () => {
  const path = "blocks/hero-section/hero-section.tsx";
  site.write(path, HERO.slice(0, 60));
  await expect.poll(() => server.stderr(), { timeout: 240_000 }).toContain("The last good version is served.");
  site.write("public/meanwhile.txt", "Written meanwhile");
  await shows("/meanwhile.txt", "Written meanwhile");
  site.write(path, HERO);
  await shows("/meanwhile.txt", "Written meanwhile");
});

test("pages are served as before while a file is refused and stories are published", async () => {
  site.write("blocks/hero-section/rose.poem", "Lilies");
  await shows("/", "Lilies");
  site.write("public/index.html", "Refused");
  await expect.poll(() => server.stderr(), { timeout: 240_000 }).toContain("PUBLISH_DUPLICATE");
  site.story("team", "Team two");
  await expect.poll(() => server.stderr(), { timeout: 240_000 }).toContain("Published: team");
  expect(await text("/team/")).toContain("Team one");
  site.remove("public/index.html");
  await shows("/team/", "Team two");
  site.write("blocks/hero-section/rose.poem", "Roses");
  await shows("/", "Roses");
});

test("a plugin that fails is named, and its next save is shown", async () => {
  site.write("blocks/hero-section/rose.poem", "?");
  await expect
    .poll(() => server.stderr(), { timeout: 240_000 })
    .toContain('The plugin "poems" failed: A line is missing.');
  expect(await page()).toContain("Roses (poem)");
  site.write("blocks/hero-section/rose.poem", "Tulips");
  await shows("/", "Tulips (poem)");
});

test("a changed plugin, define and variable are shown", async () => {
  site.write("plugins/poems.ts", PLUGIN.replace("(poem)", "(verse)"));
  await shows("/", "Tulips (verse)");
  site.write("sitegen.config.ts", CONFIG.replace('"one"', '"two"'));
  await expect.poll(page, { timeout: 240_000 }).toContain("(verse) two first-map");
  site.write(".env", "PUBLIC_MAP=second-map\n");
  await expect.poll(page, { timeout: 240_000 }).toContain("(verse) two second-map");
});

test("a plugin of PostCSS beside the site is loaded again when it is saved", async () => {
  const tint = (colour: string) =>
    `export default { postcssPlugin: "tint", Declaration(one) { if (one.prop === "--tint") one.value = "${colour}"; } };`;
  const styles = async () => text(/href="(\/_assets\/site-\w+\.css)"/.exec(await page())?.[1] ?? "/none");
  mkdirSync(join(site.dir, "node_modules"), { recursive: true });
  symlinkSync(join(ROOT, "node_modules/postcss"), join(site.dir, "node_modules/postcss"));
  site.write("styles/site.css", "body { margin: 0; --tint: none }\n");
  site.write("postcss/tint.mjs", tint("red"));
  site.write("postcss.config.mjs", 'import tint from "./postcss/tint.mjs";\nexport default { plugins: [tint] };\n');
  await expect.poll(styles, { timeout: 120_000 }).toMatch(/--tint: ?red/);
  site.write("postcss/tint.mjs", tint("blue"));
  await expect.poll(styles, { timeout: 60_000 }).toMatch(/--tint: ?blue/);
});

test("what is served is what a build writes", async () => {
  expect(await differencesFromBuild(site, origin)).toEqual([]);
});
