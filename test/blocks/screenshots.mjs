// Screenshots of blocks: node test/blocks/screenshots.mjs [--theme dark] [--out DIR] [Component ...] Node does not run
// JSX, so the gallery is bundled first; screenshots are taken at 390 and 1440 px.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import fg from "fast-glob";
import { chromium } from "playwright";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { values, positionals } = parseArgs({
  options: { theme: { type: "string" }, out: { type: "string" }, lang: { type: "string" } },
  allowPositionals: true,
});
const out = values.out ?? join(tmpdir(), "sitegen-blocks");
mkdirSync(out, { recursive: true });

const bundled = join(root, "node_modules", ".cache", "sitegen", "gallery.mjs");
await build({
  entryPoints: [join(root, "test/blocks/gallery.tsx")],
  outfile: bundled,
  bundle: true,
  platform: "node",
  format: "esm",
  packages: "external",
  jsx: "automatic",
  logLevel: "error",
});
const { galleryPage, themes } = await import(pathToFileURL(bundled).href);

const styles = ["layers", "fonts", "tokens", "reset", "base"].map((name) => `templates/styles/${name}.css`);
const sheets = [...styles, ...fg.sync("src/blocks/**/*.css", { cwd: root }).sort(), "templates/styles/print.late.css"];
const css = sheets
  .map((path) => readFileSync(join(root, path), "utf8"))
  .join("\n")
  .replaceAll("../fonts/", `${pathToFileURL(join(root, "templates/fonts")).href}/`);

const browser = await chromium.launch({
  executablePath: process.env.PLAYWRIGHT_CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
});
for (const theme of values.theme ? [values.theme] : themes) {
  const document = join(out, `${theme}.html`);
  writeFileSync(document, galleryPage({ theme, css, lang: values.lang, only: positionals }));
  for (const width of [390, 1440]) {
    const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: "reduce" });
    await page.goto(pathToFileURL(document).href);
    await page.evaluate(async () => {
      for (const image of document.images) image.loading = "eager";
      await Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode().catch(() => 0))]);
    });
    const file = join(out, `${theme}-${width}.png`);
    await page.screenshot({ path: file, fullPage: true });
    await page.close();
    process.stdout.write(`${file}\n`);
  }
}
await browser.close();
