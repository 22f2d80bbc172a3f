#!/usr/bin/env node
// Starts the command line. In a checkout, Node 22.18 and later run the sources. Node 20 cannot run TypeScript, so there the
// program is bundled to dist/ when it is missing or older than its sources. An installed package brings dist/ along.
import { existsSync, readFileSync } from "node:fs";
import module from "node:module";
import { fileURLToPath } from "node:url";

// Before anything else is imported: an older Node ends in the middle of that, with a message that does not name the cause.
const { engines } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
const numbers = (text) => (text.match(/\d+/g) ?? []).map(Number);
const [has, needs] = [numbers(process.versions.node), numbers(engines.node)];
const at = needs.findIndex((number, index) => number !== has[index]);
// Bun says that it is Node, and reads modules in another way: a build would end in the middle.
const { bun } = process.versions;
if (bun || (at >= 0 && has[at] < needs[at])) {
  const message = `This is ${bun ? `Bun ${bun}` : `Node ${process.versions.node}`}, and sitegen needs ${bun ? "Node " : ""}${engines.node}.`;
  const hint = bun
    ? "Install Node beside Bun, and start sitegen without --bun: bunx sitegen generate."
    : "Install the current long-term release of Node, and name it in your CI file.";
  if (process.argv.includes("--json"))
    console.log(JSON.stringify({ ok: false, error: { code: "DOCTOR_NODE", message, hint } }));
  console.error(
    `${bun ? "Not run by Node" : "Node is too old"} DOCTOR_NODE\n${message}\nWhere: ${process.execPath}\nWhat to do: ${hint}`,
  );
  process.exit(2);
}

// Before React is imported: its development build is seven times slower.
process.env.NODE_ENV = "production";

// Keeps compiled code in the system's temporary folder; Node 20 has no such cache.
module.enableCompileCache?.();

const root = fileURLToPath(new URL("..", import.meta.url));
const isInstalled = root.includes("/node_modules/");
if (process.features.typescript && !isInstalled) {
  await import("./sitegen.ts");
} else {
  if (!isInstalled || !existsSync(`${root}dist/sitegen.mjs`)) {
    const { buildCli } = await import("../scripts/build-cli.mjs");
    await buildCli(root);
  }
  // The program tells its errors itself once it is loaded.
  await import("../dist/sitegen.mjs").catch((error) => {
    if (error.code !== "EMFILE") throw error;
    console.error(`${error.message}\nWhat to do: Allow more open files: \`ulimit -n 1024\`.`);
    process.exitCode = 1;
  });
}
