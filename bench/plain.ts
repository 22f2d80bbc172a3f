/**
 * The baseline: one thread that fetches the same space, renders the same pages and writes the same bytes, without
 * cache, stage, snapshot or worker. It uses sitegen's pure modules, so the difference is the cost of everything else.
 */
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { renderRoute } from "../src/generate/render-route.ts";
import { pageFile, payloadFile } from "../src/publish/page-files.ts";
import { pullSite } from "./peers/pull-site.ts";

const [, , endpoint = "", token = "", out = "", state = "", configFile = ""] = process.argv;
const { context, assets } = await pullSite({ endpoint, token, state, configFile });
const write = (path: string, save: (file: string) => void) => {
  const file = join(out, path);
  mkdirSync(dirname(file), { recursive: true });
  save(file);
};
for (const { path, source } of assets) write(path, (file) => copyFileSync(source, file));
for (const route of context.site.routes) {
  const page = renderRoute(route, context);
  write(pageFile(route.path), (file) => writeFileSync(file, page.html));
  write(payloadFile(route.path), (file) => writeFileSync(file, page.json));
}
