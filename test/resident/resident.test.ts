/** The resident builder writes what separate builds write, however often it is replaced or killed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { syntheticSlug, syntheticSpace } from "../../bench/space/synthetic.ts";
import { createResidentBuilder, type ResidentBuilder } from "../../src/resident/resident-builder.ts";
import { buildOptions, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { takeBundles } from "../helpers/bundles.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE, shareOf } from "../helpers/exhaustive.ts";
import { ROOT, runCli } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const script = join(ROOT, "dist/site-process.mjs");
const folder = temporaryFolder();
const config = join(folder.dir, "sitegen.config.json");
let service: SpaceService;
let builder: ResidentBuilder;
let serial = 0;

beforeAll(async () => {
  await runCli(["--version"], { cwd: folder.dir }); // bundles the program where a source is newer
  service = await startSpaceService({ space: syntheticSpace({ stories: 12 }), rateLimit: false, quiet: true });
  const site = { origin: "https://x.example", companyName: "X" };
  writeFileSync(config, JSON.stringify({ definition: SAMPLE, site, storyblok: { requestsPerSecond: 1000 } }));
});
afterEach(() => builder.close());
afterAll(async () => {
  await service.close();
  folder.remove();
});

const place = () => {
  const dir = join(folder.dir, `site-${serial++}`);
  mkdirSync(join(dir, "state"), { recursive: true });
  takeBundles(join(dir, "state"));
  return { out: join(dir, "out"), stateDir: join(dir, "state") };
};
const optionsFor = (at: ReturnType<typeof place>) => buildOptions({ service, config, ...at });
/** Publishes an edit of a story, and another one for the first time. */
const publish = (text: string) => {
  service.publish(syntheticSlug(3), (story) => {
    story.content.teaser_title = text;
  });
  service.publish(`${syntheticSlug(3)}-${text.toLowerCase()}`, (story) => {
    story.content = { component: "Insights", teaser_title: text, category: "team", body: [] };
  });
};

describe("a resident builder", () => {
  const LIMITS = [
    ["kept between builds", 4000],
    ["replaced after a build of the whole site", 1],
  ] as const;
  test.each(shareOf(LIMITS, 0))("%s, it writes what builds from nothing write", async (_, mostMb) => {
    builder = createResidentBuilder({ script, mostMb });
    const first = builder.pid();
    const at = place();
    const other = createResidentBuilder({ script });
    const fresh = place();
    try {
      for (const text of IS_EXHAUSTIVE ? ["One", "Two", "Three"] : ["One", "Two"]) {
        publish(text);
        const { summary } = await builder.build(await optionsFor(at));
        expect(summary.ok).toBe(true);
        await other.build(await optionsFor(fresh));
      }
      expect(filesOf(at.out)).toEqual(filesOf(fresh.out));
      expect(builder.pid() === first).toBe(mostMb > 1);
      // The previous one has ended: two at once would use twice the memory.
      if (mostMb === 1) expect(() => process.kill(first ?? 0, 0)).toThrow("ESRCH");
    } finally {
      other.close();
    }
  });

  test("kept if the site alone takes more than it may, though nothing was published at first", async () => {
    const options = await optionsFor(place());
    builder = createResidentBuilder({ script });
    await builder.build(options);
    builder.close();
    builder = createResidentBuilder({ script, mostMb: 1 });
    await builder.build(options);
    const started = builder.pid();
    service.publish("of-no-list", (story) => {
      story.content = { component: "Page", body: [] };
    });
    expect((await builder.build(options)).summary.ok).toBe(true);
    expect(builder.pid()).toBe(started);
  });

  test("killed in the middle of a build, it fails that build and does the next one", async () => {
    builder = createResidentBuilder({ script });
    const at = place();
    const building = builder.build(await optionsFor(at));
    process.kill(builder.pid() ?? 0, "SIGKILL");
    await expect(building).rejects.toMatchObject({ code: "UNEXPECTED" });
    const { summary } = await builder.build(await optionsFor(at));
    expect(summary.pages.written).toBe(summary.pages.total);
  });

  test("killed while a process that it started has its channel open, it does the next build", async () => {
    const holding = join(folder.dir, "holding.mjs");
    const held = join(folder.dir, "held");
    writeFileSync(
      holding,
      `import { spawn } from "node:child_process";
      import { writeFileSync } from "node:fs";
      const stdio = ["ignore", "ignore", "ignore", process.channel.fd];
      const { pid } = spawn("sleep", ["60"], { stdio });
      writeFileSync(${JSON.stringify(held)}, String(pid));
      await import(${JSON.stringify(script)});`,
    );
    builder = createResidentBuilder({ script: holding });
    const options = await optionsFor(place());
    const holderPid = () => (existsSync(held) ? Number(readFileSync(held, "utf8")) : 0);
    await expect.poll(holderPid).toBeGreaterThan(0);
    const holder = holderPid();
    try {
      const building = builder.build(options);
      process.kill(builder.pid() ?? 0, "SIGKILL");
      await expect(building).rejects.toMatchObject({ code: "UNEXPECTED" });
      expect((await builder.build(options)).summary.ok).toBe(true);
    } finally {
      for (const pid of [holder, holderPid()]) process.kill(pid);
    }
  });

  exhaustiveOnly(() => {
    test("an error of a build is the one a command would show", async () => {
      builder = createResidentBuilder({ script });
      const options = await optionsFor(place());
      const offline = builder.build({ ...options, offline: true });
      await expect(offline).rejects.toMatchObject({ name: "SitegenError", code: "SNAPSHOT_MISSING", exit: 1 });
      expect((await builder.build(options)).summary.ok).toBe(true);
    });

    test("an interrupt ends the build, not the builder", async () => {
      builder = createResidentBuilder({ script });
      const stop = new AbortController();
      const options = await optionsFor(place());
      const building = builder.build({ ...options, signal: stop.signal });
      stop.abort();
      await expect(building).rejects.toThrow();
      expect((await builder.build(options)).summary.ok).toBe(true);
    });
  });
});
