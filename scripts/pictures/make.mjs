import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { bearing } from "./bearing/catalog.mjs";
import { fullScreen, heroes } from "./catalog-heroes.mjs";
import { others } from "./catalog-others.mjs";
import { uprights } from "./catalog-upright.mjs";
import { vectors } from "./catalog-vectors.mjs";
import { inspection } from "./inspection/catalog.mjs";
import { develop, toJpeg } from "./lib/develop.mjs";
import { outlined } from "./lib/outline.mjs";
import { favicon } from "./marks/logos.mjs";

const SIZE = { width: 2000, height: 1250, budget: 335_000 };
const FULL_SCREEN = { width: 3584, height: 2240, budget: 560_000 };
const GRAIN = 2.2;
const usage =
  "node scripts/pictures/make.mjs [--scale 0.4] [--out folder] [name …]   (a name is any part of an asset's path)";
const assets = fileURLToPath(new URL("../../templates/sample-space/assets/", import.meta.url));

/** Parses `--scale` and `--out`; the remaining arguments are names. */
function parseArguments(argv) {
  const options = { scale: 1, out: assets, names: [] };
  for (let i = 0; i < argv.length; i++) {
    if (argv[i] === "--scale") options.scale = Number(argv[++i]);
    else if (argv[i] === "--out") options.out = argv[++i];
    else if (argv[i] === "--help") options.help = true;
    else options.names.push(argv[i]);
  }
  return options;
}

async function drawHero(name, scene, scale) {
  const { budget, ...size } = fullScreen.has(name) ? FULL_SCREEN : SIZE;
  const { film, ...development } = await scene({
    width: Math.round(size.width * scale),
    height: Math.round(size.height * scale),
  });
  // Displayed at one size, the grain of a larger film looks as coarse as a small one's.
  const grain = (development.grain ?? GRAIN) * Math.max(1, film.width / SIZE.width);
  return toJpeg(develop(film, { seed: name, ...development, grain }), { budget });
}

/** The site's own icons are beside the templates, outside of the sample space. */
const siteIcons = {
  "../../icons/favicon.svg": async () => `${favicon()}\n`,
  "../../icons/icon-32.png": () =>
    sharp(Buffer.from(favicon()), { density: 288 }).resize(32, 32).png({ palette: true }).toBuffer(),
  "../../icons/apple-touch-icon.png": () =>
    sharp(Buffer.from(favicon({ radius: 0 })), { density: 288 })
      .resize(180, 180)
      .png({ palette: true })
      .toBuffer(),
};

async function main() {
  const options = parseArguments(process.argv.slice(2));
  if (options.help) return console.log(usage);
  const jobs = [
    ...Object.entries(siteIcons),
    ...Object.entries({ ...others, ...bearing, ...inspection }),
    ...Object.entries(vectors).map(([name, draw]) => [name, async () => `${outlined(draw())}\n`]),
    ...Object.entries(heroes).map(([name, scene]) => [name, () => drawHero(name, scene, options.scale)]),
    ...Object.entries(uprights).map(([name, draw]) => [name, () => draw(options.scale)]),
  ];
  const wanted = jobs.filter(
    ([name]) => options.names.length === 0 || options.names.some((part) => name.includes(part)),
  );
  for (const [name, draw] of wanted) {
    const started = Date.now();
    const content = await draw();
    const file = path.join(options.out, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
    console.log(`${name}  ${(content.length / 1024).toFixed(0)} KB  ${((Date.now() - started) / 1000).toFixed(1)} s`);
  }
}

await main();
