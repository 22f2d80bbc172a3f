/** `sitegen serve` as a person runs it: a process of its own, real HTTP, Ctrl-C. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { OWN_BLOCKS } from "../blocks/own-blocks.ts";
import { takeBundles } from "../helpers/bundles.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { sampleSite, takePictures } from "../helpers/sample-site.ts";
import { sampleSpace } from "../helpers/sample-space.ts";
import { type Command, command } from "../serve/command.ts";
import { editorQuery, get } from "../serve/helpers.ts";

const SLOW = 300_000;

let running: Command | undefined;

afterEach(async () => {
  await running?.interrupt();
  running = undefined;
});

async function serve(args: readonly string[], options: { cwd: string; env?: Record<string, string> }) {
  running = command(["serve", "--port", "0", ...args], options);
  const [, origin = ""] = await running.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
  return { command: running, origin };
}

describe("on a fresh machine", () => {
  let cwd: string;
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), "sitegen-serve-"));
    await takePictures(join(cwd, ".sitegen"));
    // With the pictures of the exhaustive run there is no configuration either.
    const drawn = { definition: SAMPLE, space: await sampleSpace() };
    if (!IS_EXHAUSTIVE) writeFileSync(join(cwd, "sitegen.config.json"), JSON.stringify(drawn));
    takeBundles(join(cwd, ".sitegen"));
  }, SLOW);
  afterAll(() => rmSync(cwd, { recursive: true, force: true }));

  test("the sample site is built and served, drafts included, until Ctrl-C", { timeout: SLOW }, async () => {
    const { command: site, origin } = await serve([], { cwd });
    expect(site.stdout()).toBe(`${origin}/\n`);
    expect(existsSync(join(cwd, "out/index.html"))).toBe(true);

    const home = await get(origin, "/");
    expect([home.status, home.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = String(home.headers["content-security-policy"]);
    expect(policy).toContain("frame-ancestors 'self' https://app.storyblok.com;");
    expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain("unsafe");
    expect((await get(origin, "/company/team?a=b")).headers.location).toBe("/company/team/?a=b");
    const lost = await get(origin, "/de/nirgends/");
    expect([lost.status, lost.text.includes('<html lang="de"')]).toEqual([404, true]);

    expect((await get(origin, "/__sitegen/gallery/")).status).toBe(404);

    const query = editorQuery({ previewToken: "sample-preview-token", spaceId: 100100 });
    const draft = await get(origin, `/${query}`);
    expect([draft.status, draft.headers["cache-control"]]).toEqual([200, "no-store"]);
    expect(draft.text).toContain("data-blok-uid");
    expect(home.text).not.toContain("data-blok-uid");
    expect(draft.text + site.stderr()).not.toContain("sample-preview-token");

    expect(await site.interrupt()).toBe(130);
    expect(existsSync(join(cwd, "out/index.html"))).toBe(true);
  });

  test("what is there is served without building", { timeout: SLOW }, async () => {
    const folder = mkdtempSync(join(tmpdir(), "sitegen-other-"));
    writeFileSync(join(folder, "index.html"), "somebody's page");
    const { command: site, origin } = await serve(["--out", folder], { cwd });
    expect((await get(origin, "/")).text).toBe("somebody's page");
    expect(site.stderr()).not.toContain("Rendering");
    rmSync(folder, { recursive: true });
  });

  test("a port that is taken ends it with 2, before anything is built", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await new Promise((done) => other.once("listening", done));
    const { port } = other.address() as AddressInfo;
    const site = command(["serve", "--port", String(port), "--out", "never"], { cwd });
    expect(await site.ended).toBe(2);
    expect(site.stderr()).toMatch(/SERVE_LISTEN\n.*another program uses it[\s\S]*--port/);
    expect([site.stdout(), existsSync(join(cwd, "never"))]).toEqual(["", false]);
    other.close();
  });

  test.each([
    ["--port", "http"],
    ["--port", "70000"],
    ["--prot", "3000"],
  ])("%s %s is refused", async (...flags) => {
    const site = command(["serve", ...flags], { cwd });
    expect(await site.ended).toBe(2);
    expect(site.stderr()).toMatch(/number from 0 to 65535|--port/);
  });
});

describe("the generated sample site", { timeout: SLOW }, () => {
  let out: string;
  beforeAll(async () => {
    out = await sampleSite();
  }, SLOW);

  exhaustiveOnly(() => {
    test("every address that the site's pages name is answered, and never by a detour", async () => {
      const { origin } = await serve(["--out", out], { cwd: tmpdir() });
      const asked = new Set<string>();
      const wrong: string[] = [];
      const queue = [{ path: "/", from: "" }];
      for (let next = queue.shift(); next; next = queue.shift()) {
        const { path, from } = next;
        if (asked.has(path)) continue;
        asked.add(path);
        const got = await get(origin, path);
        if (got.status !== 200) wrong.push(`${path}: ${got.status}, named on ${from}`);
        if (got.headers["content-type"] !== "text/html; charset=utf-8") continue;
        queue.push(...addressesIn(got.text).map((address) => ({ path: address, from: path })));
      }
      expect(wrong).toEqual([]);
      expect([...asked].filter((path) => path.endsWith("/")).length).toBeGreaterThan(100);
    });
  });

  test("--gallery shows every block in three themes, outside of the site", async () => {
    const { command: site, origin } = await serve(["--out", out, "--gallery", "--state", join(out, "../state")], {
      cwd: tmpdir(),
    });
    await expect.poll(site.stderr).toContain(`The gallery is at ${origin}/__sitegen/gallery/`);
    const index = await get(origin, "/__sitegen/gallery/");
    expect(index.text).toMatch(/<a href="\/__sitegen\/gallery\/Facts\/\?lang=en">Facts<\/a>: \d+ in 3 themes/);
    const names = [...index.text.matchAll(/<li><a href="\/__sitegen\/gallery\/(\w+)\/\?lang=en">/g)].map(
      ([, name]) => name,
    );
    expect(names.length).toBe(51 + OWN_BLOCKS.length);
    expect(names).toEqual(expect.arrayContaining(["HeroLumen", "Lumen", "LumenSlider", "LumenSmall", "Careers"]));
    for (const [path, lang] of [
      ["/__sitegen/gallery/Facts/", "en"],
      ["/__sitegen/gallery/Facts/?lang=de", "de"],
    ] as const) {
      const { status, text, headers } = await get(origin, path);
      expect([status, headers["cache-control"], text.includes(`<html lang="${lang}"`)]).toEqual([
        200,
        "no-store",
        true,
      ]);
      for (const theme of ["light", "dark", "accent"]) expect(text).toContain(`data-theme="${theme}"`);
      const files = [...text.matchAll(/(?:src|href)="(\/_assets\/[^"]+)"/g)].map(([, file = ""]) => file);
      for (const file of new Set(files)) expect([file, (await get(origin, file)).status]).toEqual([file, 200]);
    }
    const facts = (await get(origin, "/__sitegen/gallery/Facts/")).text;
    for (const state of ["long-text", "one-item", "many-items"])
      expect(facts).toContain(`data-block="accent-${state}"`);
    expect(facts).not.toContain('data-block="light-empty"');
    const one = (await get(origin, "/__sitegen/gallery/Facts/?state=one-item")).text;
    expect([...one.matchAll(/data-block="(\w+-[^"]+)"/g)].map(([, mark]) => mark)).toEqual([
      "light-one-item",
      "dark-one-item",
      "accent-one-item",
    ]);
    const part = (await get(origin, "/__sitegen/gallery/IconText/?theme=dark")).text;
    expect(part).toMatch(/<div id="app" data-theme="dark">[\s\S]*data-block="dark-long-text"/);
    const head = (await get(origin, "/__sitegen/gallery/Careers/?theme=accent&state=long-text")).text;
    expect(head).toMatch(/<div id="app" data-theme="accent">[\s\S]*telecommunications<\/h1>/);
    expect((await get(origin, "/__sitegen/gallery/captions.css")).headers["content-type"]).toContain("text/css");
    expect((await get(origin, "/__sitegen/gallery/Nothing/")).status).toBe(404);
    expect(existsSync(join(out, "__sitegen"))).toBe(false);
  });

  exhaustiveOnly(() => {
    test("every redirect of the build leads to a page or to another site", async () => {
      const { origin } = await serve(["--out", out], { cwd: tmpdir() });
      const { id } = JSON.parse(readFileSync(join(out, "_assets/builds/latest.json"), "utf8"));
      const manifest = JSON.parse(readFileSync(join(out, `_assets/builds/meta/${id}.json`), "utf8"));
      const rules = Object.entries<{ redirect?: { to: string; status: number } }>(manifest.routeRules);
      for (const [from, { redirect }] of rules) {
        if (!redirect || /[*:]/.test(from)) continue;
        const got = await get(origin, from);
        const location = String(got.headers.location);
        expect([from, got.status, location.startsWith(redirect.to.split("#")[0] ?? "")]).toEqual([
          from,
          redirect.status,
          true,
        ]);
        if (location.startsWith("/")) expect([from, (await get(origin, location)).status]).toEqual([from, 200]);
      }
    });
  });
});

/** Site addresses of a page: links, code, styles and pictures of every size. */
function addressesIn(html: string): string[] {
  const plain = [...html.matchAll(/ (?:href|src|poster)="(\/[^"]*)"/g)].map(([, address = ""]) => address);
  const sets = [...html.matchAll(/ srcset="([^"]*)"/gi)].flatMap(([, set = ""]) => set.split(", "));
  const chunks = [...html.matchAll(/ data-(?:app|shared|chunks)="([^"]*)"/g)].flatMap(([, list = ""]) =>
    list.split(" "),
  );
  return [...plain, ...sets.map((item) => item.split(" ")[0] ?? ""), ...chunks]
    .filter((address) => address.startsWith("/"))
    .map((address) => address.replace(/#.*$/, "").replaceAll("&amp;", "&"));
}
