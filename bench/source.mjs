// Measures the time from `POST /sources/products` to the changed file: `node bench/source.mjs [--stories 5000]
// [--products 10000] [--runs 8]`, with 300 stories or more. A site that `init --from-space` made has a source of so many
// products; one of them gets another price, and its shop tells `sitegen listen`. The time ends when a file of the page that
// shows it has changed.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import glob from "fast-glob";
import { bundlePrograms } from "./bundle-programs.mjs";
import { startListener, until } from "./listener.mjs";
import { medianOf } from "./measure-program.mjs";
import { openNewsSite } from "./news-site.mjs";
import { numberOption } from "./options.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
await bundlePrograms(root);
const site = await openNewsSite(root, numberOption("stories", 5000), numberOption("products", 10_000));
const env = { ...site.service.env, ...site.shop.env };
const listener = await startListener(root, { cwd: site.dir, env, args: ["--port", "0"] });

try {
  await listener.idle();
  console.log((await listener.facts()).last.summary);
  const times = [];
  for (let run = 0; run < numberOption("runs", 8); run += 1) {
    const files = await glob(`out/**/${site.posts[100 + run].split("/").at(-1)}/index.html`, { cwd: site.dir });
    const texts = () => files.map((file) => readFileSync(`${site.dir}/${file}`, "utf8")).join("");
    const before = texts();
    site.shop.change(100 + run);
    const started = performance.now();
    await listener.call("", "sources/products");
    await until(() => texts() !== before);
    times.push(Math.round(performance.now() - started));
    await listener.idle();
    console.log(`${times.at(-1)} ms, ${(await listener.facts()).last.summary}`);
  }
  console.log(`from the call to the changed file: median ${medianOf(times)} ms, at most ${Math.max(...times)} ms`);
} finally {
  await listener.end("SIGINT");
  site.close();
}
