// Bundles bin/sitegen.ts and its imports to dist/, without dependencies. Does nothing if dist/ is newer than all source
// files.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const SOURCES = ["bin", "cli", "src", "scripts/build-cli.mjs", "package.json"];
const HOUR = 3_600_000;

export async function buildCli(root) {
  const dist = join(root, "dist");
  const stamp = fingerprint(root);
  if (read(join(dist, "stamp")) === stamp) return false;
  const { build } = await import("esbuild");
  const result = await build({
    absWorkingDir: root,
    // `site-process` holds a site for `sitegen listen` and `sitegen serve --watch`.
    entryPoints: {
      sitegen: "bin/sitegen.ts",
      // Encodes pictures.
      "encoder-process": "src/assets/encoder-process.ts",
      "render-worker": "src/generate/render-worker.ts",
      // Exports for packages that depend on this one.
      index: "src/exports/index.ts",
      "site-process": "src/resident/site-process.ts",
      "state-worker": "src/state/state-worker.ts",
    },
    outdir: "dist",
    bundle: true,
    splitting: true,
    // zod's hundred files load slowly one by one, so the parts in use are bundled; it remains a dependency.
    external: packages(root).filter((name) => name !== "zod"),
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    outExtension: { ".js": ".mjs" },
    chunkNames: "[name]-[hash]",
    define: { "process.env.NODE_ENV": '"production"' },
    write: false,
    logLevel: "warning",
  });
  // For tests and galleries of sites, which may run in a browser, so without Node modules.
  const exported = await build({
    absWorkingDir: root,
    entryPoints: {
      schema: "src/exports/schema.ts",
      kit: "src/exports/kit.ts",
      lottie: "src/exports/lottie.ts",
      forms: "src/exports/forms.ts",
      drafts: "src/exports/drafts.ts",
      testing: "src/exports/testing.tsx",
    },
    outdir: "dist/exports",
    bundle: true,
    splitting: true,
    packages: "external",
    platform: "neutral",
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    outExtension: { ".js": ".mjs" },
    chunkNames: "[name]-[hash]",
    write: false,
    logLevel: "warning",
  });
  mkdirSync(dist, { recursive: true });
  const written = new Set(["stamp", "code"]);
  // The entry is written last, so that another process never imports a chunk that does not exist yet.
  const files = [...exported.outputFiles, ...result.outputFiles].sort(
    (a, b) => Number(a.path.endsWith("/sitegen.mjs")) - Number(b.path.endsWith("/sitegen.mjs")),
  );
  for (const file of files) written.add(replace(file.path, file.contents, dist));
  // Identifies the program by its content (src/incremental/build-inputs-hash.ts).
  const code = createHash("sha1");
  for (const { path, contents } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1)))
    code.update(`${relative(dist, path)}\n`).update(contents);
  replace(join(dist, "code"), code.digest("hex"), dist);
  replace(join(dist, "stamp"), stamp, dist);
  removeOld(dist, written);
  return true;
}

/** Packages installed beside sitegen, including the optional ones of `sitegen deploy`. */
function packages(root) {
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.keys({ ...dependencies, ...peerDependencies });
}

/** Path, size and time of every source file, which is fast enough for every start. */
function fingerprint(root) {
  const hash = createHash("sha1");
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
    else hash.update(`${relative(root, path)} ${stat.size} ${stat.mtimeMs}\n`);
  };
  for (const source of SOURCES) visit(join(root, source));
  return hash.digest("hex");
}

function read(path) {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function replace(path, bytes, dist) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, bytes);
  renameSync(temporary, path);
  return relative(dist, path);
}

/** Removes chunks of earlier builds, except those that a running process may still import. */
function removeOld(dist, written) {
  for (const name of readdirSync(dist)) {
    const path = join(dist, name);
    const info = statSync(path);
    if (info.isFile() && !written.has(name) && Date.now() - info.mtimeMs > HOUR) unlinkSync(path);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli(fileURLToPath(new URL("..", import.meta.url)));
