// Other generators that render the same React blocks from the same space, each with a minimal project. They are
// installed on first use, without their own React: all use the repository's.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

const BIN = {
  astro: ["astro/astro.js", "build", "--silent"],
  "astro-incremental": ["astro/bin/astro.mjs", "build", "--silent"],
  next: ["next/dist/bin/next", "build", "--webpack"],
  eleventy: ["@11ty/eleventy/cmd.cjs", "--quiet"],
};

export const PEERS = Object.keys(BIN);

/** Peers that do not run on the repository's Node bring their own, as a package. */
const OWN_NODE = new Set(["astro-incremental"]);

/** How to run a peer: Node and its arguments, its folder, its output, and what to delete before a clean build. */
export function preparePeer(root, name, work) {
  const cwd = join(root, "bench/peers", name);
  if (!existsSync(join(cwd, "node_modules"))) {
    console.error(`Installing ${name} …`);
    const flags = ["--legacy-peer-deps", "--no-audit", "--no-fund", "--no-package-lock"];
    execFileSync("npm", ["install", ...flags], { cwd, stdio: ["ignore", "ignore", "inherit"] });
  }
  const [bin, ...flags] = BIN[name];
  const state = join(work, `${name}-state`);
  const cache = join(work, `${name}-cache`);
  const out = name === "next" ? join(cwd, "out") : join(work, name);
  const env = {
    BENCH_DATA: join(root, "dist/bench-data.mjs"),
    BENCH_STATE: state,
    BENCH_CACHE: cache,
    BENCH_OUT: out,
    BENCH_CACHE_KEYS: name === "astro-incremental" ? "1" : "",
    ASTRO_TELEMETRY_DISABLED: "1",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const clears = [state, cache, out, ...(name === "next" ? [join(cwd, ".next")] : [])];
  const node = OWN_NODE.has(name) ? join(cwd, "node_modules/node/bin/node") : process.execPath;
  return { node, args: [join(cwd, "node_modules", bin), ...flags], cwd, env, out, clears };
}
