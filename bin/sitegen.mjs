#!/usr/bin/env node
// Starts the command line. Node 20 cannot run TypeScript, so the program is bundled to dist/ when it is
// missing or older than its sources; an installed package brings dist/ along.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Before React is imported: its development build is seven times slower.
process.env.NODE_ENV = "production";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = existsSync(`${root}dist/sitegen.mjs`);
if (!built || !root.includes("/node_modules/")) {
  const { buildCli } = await import("../scripts/build-cli.mjs");
  await buildCli(root);
}
await import("../dist/sitegen.mjs");
