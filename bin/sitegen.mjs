#!/usr/bin/env node
// Starts the command line. In a checkout, Node 22.18 and later run the sources. Node 20 cannot run TypeScript, so there the
// program is bundled to dist/ when it is missing or older than its sources. An installed package brings dist/ along.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Before React is imported: its development build is seven times slower.
process.env.NODE_ENV = "production";

const root = fileURLToPath(new URL("..", import.meta.url));
const isInstalled = root.includes("/node_modules/");
if (process.features.typescript && !isInstalled) {
  await import("./sitegen.ts");
} else {
  if (!isInstalled || !existsSync(`${root}dist/sitegen.mjs`)) {
    const { buildCli } = await import("../scripts/build-cli.mjs");
    await buildCli(root);
  }
  await import("../dist/sitegen.mjs");
}
