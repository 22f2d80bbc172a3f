/**
 * The browser's code is bundled while the space is pulled. Each step of an asynchronous read would then wait for a page of
 * stories, so nothing but the bundler itself is waited for.
 */
import { createHook } from "node:async_hooks";
import { expect, test } from "vitest";
import { bundleClient } from "../../src/bundle/bundle-client.ts";
import { PACKAGE_ROOT } from "../../src/files/package-root.ts";
import { openSite } from "../../src/generate/open-site.ts";
import { PLAIN_BUNDLER } from "../helpers/plain-bundler.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

/**
 * Asynchronous file operations that the work starts, each with the line of this package that asks for it. Those of the
 * test runner, which loads modules meanwhile, have no such line.
 */
async function readsBy(work: () => Promise<unknown>): Promise<string[]> {
  const found = new Set<string>();
  const hook = createHook({
    init(_, type) {
      if (!/^(?:FS|FILE)/.test(type)) return;
      const [, , ...callers] = (new Error().stack ?? "").split("\n");
      const own = callers.find((line) => line.includes(PACKAGE_ROOT) && !line.includes("node_modules"));
      if (own) found.add(`${type} ${own.trim()}`);
    },
  }).enable();
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 50;
  try {
    await work();
  } finally {
    hook.disable();
    Error.stackTraceLimit = stackTraceLimit;
  }
  return [...found];
}

test("a site's sources are found, read and bundled without an asynchronous read", async () => {
  const site = { origin: "https://x.example", companyName: "X", base: "/" };
  const opened = await openSite({ root: PACKAGE_ROOT, definition: SAMPLE, file: "", site }, null);
  const bundle = async () =>
    bundleClient({ packageRoot: PACKAGE_ROOT, bundler: PLAIN_BUNDLER, minify: true, site: await opened.client() });
  await bundle(); // loads the modules of both
  expect(await readsBy(async () => (await import("node:fs/promises")).readFile(SAMPLE))).not.toEqual([]);
  expect(await readsBy(bundle)).toEqual([]);
});
