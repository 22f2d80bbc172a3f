/** How `sitegen serve --watch` starts: with an error in the code, with the sample, with a service that is not its own. */
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { type Command, command } from "./command.ts";
import { get } from "./helpers.ts";
import { watchedSite } from "./watched-site.ts";

const SLOW = 300_000;
const SHOWN = { timeout: 240_000 };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function watch(args: readonly string[], options: { cwd: string; env?: Record<string, string> }) {
  const server: Command = command(["serve", "--watch", "--port", "0", ...args], options);
  cleanups.push(() => server.interrupt());
  const [, origin = ""] = await server.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
  return { server, origin };
}

test("code that cannot be bundled at the start is shown; the page comes once it can be", {
  timeout: SLOW,
}, async () => {
  const site = watchedSite();
  cleanups.push(() => site.close());
  site.edit("blocks/hero-section/hero-section.tsx", "<h1>{headline}</h1>", "<h1>{headline}</h2>");
  const { server, origin } = await watch([], { cwd: site.dir });
  await expect.poll(server.stderr).toContain("BUNDLE_FAILED");
  const browser = await launchBrowser();
  cleanups.push(() => browser.close());
  const page = await browser.newPage();
  expect((await page.goto(`${origin}/`))?.status()).toBe(500);
  await page.getByRole("alert").getByText("blocks/hero-section/hero-section.tsx:4:").waitFor();
  site.edit("blocks/hero-section/hero-section.tsx", "</h2>", "</h1>");
  await page.getByText("Home one").waitFor(SHOWN);
  await page.getByRole("alert").waitFor({ state: "detached" });
});

test("code that ends each process is told about, also while a program it started has the process's channel open", {
  timeout: SLOW,
}, async () => {
  const site = watchedSite();
  cleanups.push(() => site.close());
  const started = join(site.dir, "started.txt");
  site.edit(
    "blocks/page/page.tsx",
    "export default",
    `if (globalThis.process?.channel) {
      const [{ spawn }, { appendFileSync }] = ["node:child_process", "node:fs"].map(process.getBuiltinModule);
      const { pid } = spawn("sleep", ["600"], { stdio: ["ignore", "ignore", "ignore", process.channel.fd] });
      appendFileSync(${JSON.stringify(started)}, pid + "\\n");
      process.exit(1);
    }
    export default`,
  );
  cleanups.push(() => {
    for (const pid of readFileSync(started, "utf8").trim().split("\n")) process.kill(Number(pid));
  });
  const { server, origin } = await watch([], { cwd: site.dir });
  await expect.poll(server.stderr, SHOWN).toContain("It exits each time");
  const { status, text } = await get(origin, "/");
  expect([status, text.includes("The render process exited.")]).toEqual([500, true]);
});

exhaustiveOnly(() => {
  test("a publish of a service that runs elsewhere is shown", { timeout: SLOW }, async () => {
    const site = watchedSite();
    cleanups.push(() => site.close());
    const service = await startSpaceService({
      dir: join(site.dir, "space"),
      watch: false,
      journal: false,
      quiet: true,
    });
    cleanups.push(() => service.close());
    const env = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
    const { origin } = await watch([], { cwd: site.dir, env });
    expect((await get(origin, "/team/")).text).toContain("Team one");
    service.publish("team", (story) => {
      const [hero] = story.content.body as { headline: string }[];
      if (hero) hero.headline = "Team published";
    });
    await expect.poll(async () => (await get(origin, "/team/")).text, SHOWN).toContain("Team published");
  });
});

exhaustiveOnly(() => {
  test("the sample is served as it was built, and the output stays as it is", { timeout: SLOW }, async () => {
    const out = await sampleSite();
    const folder = dirname(out);
    const state = mkdtempSync(join(tmpdir(), "sitegen-watch-state-"));
    cleanups.push(() => rmSync(state, { recursive: true, force: true }));
    cpSync(join(folder, "state/assets"), join(state, "assets"), { recursive: true });
    const config = join(folder, "sitegen.config.json");
    const { origin } = await watch(["--config", config, "--out", out, "--state", state], { cwd: tmpdir() });
    const home = readFileSync(join(out, "index.html"), "utf8");
    const named = [...home.matchAll(/"\/(_assets\/[^" ,{}]+)"/g)].flatMap(([, path]) => path ?? []);
    const pages = ["", "de/", "insights/", "de/wissen/", "company/team/", "platform/lumen/", "careers/"];
    const files = [
      ...pages.flatMap((page) => [`${page}index.html`, `${page}_payload.json`]),
      ...["404.html", "de/404.html", "flushCache/index.html", "sitemap.xml", "robots.txt", "feed.xml", "de/feed.xml"],
      ...named,
    ];
    for (const file of new Set(files)) {
      const got = await fetch(`${origin}/${file}`, { redirect: "manual" });
      const bytes = Buffer.from(await got.arrayBuffer());
      const text = bytes.toString("latin1").replace(/<script src="\/__sitegen\/client\.js"[^>]*><\/script>\n/, "");
      expect([file, got.status, text === readFileSync(join(out, file), "latin1")]).toEqual([file, 200, true]);
    }
    const [from = "", to = ""] = ["/archive/2020/", "/insights/"];
    expect((await get(origin, from)).headers.location).toBe(to);
    expect(readFileSync(join(out, "index.html"), "utf8")).toBe(home);
  });
});
