/**
 * No publish is lost by `sitegen listen`: calls that never come, a token with a cache window, many publishes a second, the
 * service down, the process killed. At the end the site is the space, as a clean build shows.
 */
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stateWithBundles } from "../helpers/bundles.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { type Command, command } from "../serve/command.ts";

const PATH = "1679091c5a880faf6fb5e6087eb1b2dc";
const WINDOW = 30;
const folder = temporaryFolder();
/** Two seconds before the end of a window; the test says when it goes on. */
let now = 1_800_000_000_000 + (WINDOW - 2) * 1000;
let service: SpaceService;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  const options = { dir, rateLimit: false, quiet: true, watch: false, journal: false } as const;
  service = await startSpaceService({ ...options, minimumCache: WINDOW, now: () => now });
  const config = { definition: SAMPLE, site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify(config));
  for (const state of [".sitegen", "clean-state"]) stateWithBundles(join(folder.dir, state));
});
afterAll(async () => {
  await service.close();
  folder.remove();
});

async function start(): Promise<{ listener: Command; url: string }> {
  const env = {
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_TOKEN: service.token,
    STORYBLOK_WEBHOOK_PATH: PATH,
  };
  const listener = command(["listen", "--port", "0", "--every", "1", "--path-secret"], { cwd: folder.dir, env });
  const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
  return { listener, url };
}

function filesIn(root: string): string[] {
  const all = readdirSync(join(folder.dir, root), { recursive: true }) as string[];
  return all.filter((file) => statSync(join(folder.dir, root, file)).isFile() && !file.startsWith("_assets/builds/"));
}
const read = (root: string, file: string) => readFileSync(join(folder.dir, root, file)).toString("base64");
const shows = (slug: string, text: string) => {
  const file = join(folder.dir, "out", slug, "index.html");
  return existsSync(file) && readFileSync(file, "utf8").includes(`<title>${text}`);
};

test("what was published last is there, whatever happened meanwhile", { timeout: 240_000 }, async () => {
  let { listener, url } = await start();
  const slugs = ["company/about", "imprint", "insights/first-post"];
  try {
    await expect.poll(() => existsSync(join(folder.dir, "out/index.html")), { timeout: 240_000 }).toBe(true);
    for (let index = 1; index <= 40; index += 1) {
      const slug = slugs[index % slugs.length] ?? "company/about";
      service.publish(slug, (story) => {
        story.content.meta_title = `Change ${index}`;
      });
      now += 500;
      // Every third call is lost.
      const body = JSON.stringify({ action: "published", full_slug: slug });
      if (index % 3 > 0) await fetch(url + PATH, { method: "POST", body }).catch(() => undefined);
      if (index === 10) service.faults.push({ kind: "500", times: 100_000 });
      if (index === 15) {
        // In the middle of a run, with the service down.
        listener.child.kill("SIGKILL");
        await listener.ended;
        ({ listener, url } = await start());
      }
      if (index === 20) await expect.poll(async () => (await fetch(url)).status, { timeout: 240_000 }).toBe(503);
      if (index === 25) service.faults.length = 0;
      if (index === 30) {
        listener.child.kill("SIGKILL");
        await listener.ended;
        ({ listener, url } = await start());
      }
      await sleep(20);
    }
    // The last two are told by nobody.
    service.publish("imprint", (story) => {
      story.content.meta_title = "The last imprint";
    });
    service.unpublish("company/about");
    now += 2 * WINDOW * 1000;
    await expect.poll(() => shows("imprint", "The last imprint"), { timeout: 60_000, interval: 50 }).toBe(true);
    await expect
      .poll(() => existsSync(join(folder.dir, "out/company/about/index.html")), { timeout: 240_000 })
      .toBe(false);
    await expect.poll(async () => (await fetch(url)).status, { timeout: 240_000 }).toBe(200);
  } finally {
    await listener.interrupt();
  }
  const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const { code } = await runCli(["generate", "--out", "clean", "--state", "clean-state"], { cwd: folder.dir, env });
  expect(code).toBe(0);
  const [clean, out] = [filesIn("clean"), filesIn("out")];
  expect(clean.filter((file) => !out.includes(file) || read("clean", file) !== read("out", file))).toEqual([]);
  // Files with hashed names stay for earlier builds.
  expect(out.filter((file) => !file.startsWith("_assets/") && !clean.includes(file))).toEqual([]);
});
