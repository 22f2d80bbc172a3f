/** Schemas and the resolver are only in the preview's own chunk, each data file in one of its own, the bridge in none. */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { bundleClient } from "../../src/bundle/bundle-client.ts";
import { PLAIN_BUNDLER } from "../helpers/plain-bundler.ts";
import { sampleSource } from "../helpers/sample-source.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const OF_THE_PREVIEW =
  /\.(schema|data)\.ts$|src\/content\/(preview|resolve)\/|src\/content\/(page\/page-payload|map\/site)\.ts/;

test("what only the preview needs is in its chunks", async () => {
  const { metafile } = await bundleClient({
    packageRoot: ROOT,
    bundler: PLAIN_BUNDLER,
    site: await sampleSource(),
    minify: false,
  });
  const holders = Object.values(metafile.outputs).filter(({ inputs }) =>
    Object.keys(inputs).some((input) => OF_THE_PREVIEW.test(input)),
  );
  const entries = holders.flatMap(({ entryPoint }) => entryPoint ?? []);
  expect(entries.filter((entry) => !entry.endsWith(".data.ts"))).toEqual(["src/client/preview/preview.ts"]);
  expect(Object.keys(metafile.inputs).filter((input) => input.includes("preview-bridge"))).toEqual([]);
});
