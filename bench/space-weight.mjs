// Size of a generated space on disk and per page: `node bench/space-weight.mjs [--stories 1000] [--keep FOLDER]`. Files
// by kind in megabytes, and each page type's median page in KB: raw, its embedded payload, and gzip.
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { bundlePrograms } from "./bundle-programs.mjs";
import { measureProgram, medianOf } from "./measure-program.mjs";
import { option } from "./options.mjs";
import { filesBelow } from "./output-size.mjs";
import { startSpace, writeConfig } from "./space-process.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

await bundlePrograms(root);
const work = mkdtempSync(join(tmpdir(), "sitegen-bench-"));
const out = option("keep", join(work, "out"));
const space = await startSpace(root, Number(option("stories", "1000")));
try {
  const env = { ...process.env, STORYBLOK_ENDPOINT: space.endpoint, STORYBLOK_TOKEN: space.token };
  const folders = ["--config", writeConfig(root, work), "--out", out, "--state", join(work, "state")];
  await measureProgram([join(root, "dist/sitegen.mjs"), "generate", ...folders, "--quiet"], { cwd: work, env });
  const files = filesBelow(out);
  console.table(sizesByKind(files));
  console.table(pagesByType(files));
} finally {
  space.close();
  rmSync(work, { recursive: true, force: true });
}

function sizesByKind(files) {
  const kinds = {};
  const count = (kind, size) => {
    const { files: counted = 0, MB = 0 } = kinds[kind] ?? {};
    kinds[kind] = { files: counted + 1, MB: MB + size / 1024 / 1024 };
  };
  for (const file of files) {
    const { size } = statSync(file);
    count("all", size);
    count(basename(file) === "_payload.json" ? "_payload.json" : extname(file) || basename(file), size);
  }
  const rows = Object.entries(kinds).sort(([, a], [, b]) => b.MB - a.MB);
  return Object.fromEntries(rows.map(([kind, { files, MB }]) => [kind, { files, MB: Number(MB.toFixed(1)) }]));
}

/** Pages with a payload file, without redirects and error pages. */
function pagesByType(files) {
  const types = new Map();
  for (const file of files.filter((one) => basename(one) === "_payload.json")) {
    const type = JSON.parse(readFileSync(file, "utf8")).story?.component ?? "none";
    types.set(type, [...(types.get(type) ?? []), weightOf(join(file, "../index.html"))]);
  }
  const rows = [...types].map(([type, pages]) => {
    const median = (name) => Number((medianOf(pages.map((page) => page[name])) / 1024).toFixed(1));
    const [raw, payload, header, main, gzip] = ["raw", "payload", "header", "main", "gzip"].map(median);
    return [type, { pages: pages.length, raw, payload, header, main, gzip }];
  });
  return Object.fromEntries(rows);
}

function weightOf(file) {
  const html = readFileSync(file, "utf8");
  const part = (pattern) => Buffer.byteLength(pattern.exec(html)?.[0] ?? "");
  return {
    raw: Buffer.byteLength(html),
    payload: part(/<script type="application\/json" id="payload">.*?<\/script>/s),
    header: part(/<header class="header".*?<main/s),
    main: part(/<main.*<\/main>/s),
    gzip: gzipSync(html, { level: 9 }).length,
  };
}
