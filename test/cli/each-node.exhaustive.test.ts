/**
 * The same bytes on every Node that is supported; the registry's package of each brings its program.
 * `npm test` has test/bundle/same-everywhere.test.ts.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";

/** The oldest and the newest, and those between. */
const VERSIONS = ["20.20.2", "22.23.3", "24.21.0", "26.10.0"];

const run = promisify(execFile);
const folder = temporaryFolder();
let service: SpaceService;
beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  await Promise.all(VERSIONS.map(programOf));
}, 300_000);
afterAll(async () => {
  await service.close();
  folder.remove();
});

/** Installed once a checkout, with the program alone: its npm is not needed. */
async function programOf(version: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(ROOT, ".cache/node", version);
  const program = join(prefix, "node_modules", name, "bin/node");
  if (!existsSync(program)) {
    const args = ["install", "--prefix", prefix, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`];
    await run("npm", args, { cwd: folder.dir });
  }
  return program;
}

/** With the bundled program, as an installed package; or else from a checkout at `root`. */
async function generateOn(version: string, root?: string): Promise<Record<string, string>> {
  const node = await programOf(version);
  const name = `${version}-${root ? "checkout" : "package"}`;
  const program = root ? join(root, "bin/sitegen.mjs") : join(ROOT, "dist/sitegen.mjs");
  const [config, out] = [join(folder.dir, `${name}.json`), join(folder.dir, `out-${name}`)];
  const site = { definition: join(root ?? ROOT, "src/blocks/site.ts"), site: { companyName: "X" } };
  writeFileSync(config, JSON.stringify({ ...site, storyblok: { requestsPerSecond: 1000 } }));
  const args = [program, "generate", "--config", config, "--out", out, "--state", join(folder.dir, name), "--quiet"];
  const env = {
    ...process.env,
    NODE_ENV: "production",
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_TOKEN: service.token,
  };
  const { stderr } = await run(node, args, { cwd: folder.dir, env });
  expect(stderr).toBe("");
  return filesOf(out);
}

let oldest: Record<string, string>;
beforeAll(async () => {
  oldest = await generateOn("20.20.2");
}, 240_000);

test.each(VERSIONS.slice(1))("Node %s publishes what Node 20 does", async (version) => {
  expect(Object.keys(oldest).length).toBeGreaterThan(20);
  expect(await generateOn(version)).toEqual(oldest);
});

/** A checkout that nothing has bundled, and without the script that would. */
function checkoutOfSources(): string {
  const root = join(folder.dir, "checkout");
  mkdirSync(root);
  for (const name of ["bin", "cli", "src", "templates", "package.json", "sitegen.config.ts"])
    cpSync(join(ROOT, name), join(root, name), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"));
  return root;
}

test("a checkout needs no bundling before it starts, from Node 22 on", async () => {
  const root = checkoutOfSources();
  for (const version of VERSIONS.slice(1)) expect(await generateOn(version, root), version).toEqual(oldest);
  expect(existsSync(join(root, "dist"))).toBe(false);
});

test("each is the Node it is meant to be", async () => {
  for (const version of VERSIONS) {
    const { stdout } = await run(await programOf(version), ["--version"]);
    expect(stdout.trim()).toBe(`v${version}`);
  }
});
