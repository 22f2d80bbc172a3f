import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { parseConfig } from "../../src/config/parse-config.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import { closestMatch } from "../../src/validation/did-you-mean.ts";

const dir = mkdtempSync(join(tmpdir(), "sitegen-config-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function faultOf(raw: unknown): string {
  try {
    parseConfig(raw, "sitegen.config.ts");
  } catch (error) {
    if (error instanceof SitegenError) return `${error.exit} ${error.code} ${error.message}`;
  }
  return "";
}

describe("faults are named with the key, what was expected, and the nearest known key", () => {
  test.each([
    [{ site: { compnyName: "X" } }, '"site.compnyName" is not known. Did you mean "companyName"?'],
    [{ redirect: [] }, 'Did you mean "redirects"?'],
    [{ storyblok: { perPage: "100" } }, '"storyblok.perPage" must be of type number, but it is string'],
    [{ storyblok: { perPage: 101 } }, '"storyblok.perPage" must be at most 100'],
    [{ hosts: ["heroku"] }, '"hosts.0" must be one of "netlify"'],
    [
      { site: { base: "site" } },
      '"site.base" must be a path of letters, digits, dashes and dots with slashes at both ends',
    ],
    [{ site: { origin: "https://x.example/" } }, '"site.origin" must be an origin such as'],
    [{ site: { origin: "https://x y.example" } }, '"site.origin" must be an origin such as'],
    [{ site: { origin: "https://x.example:99999" } }, '"site.origin" must be an origin such as'],
    [{ site: { origin: "https://user:password@x.example" } }, '"site.origin" must be an origin such as'],
    [{ site: { origin: "https://x.example?a" } }, '"site.origin" must be an origin such as'],
    [{ site: { base: "/a b/" } }, '"site.base" must be a path of letters'],
    [{ site: { base: "/../" } }, '"site.base" must be a path of letters'],
    [{ redirects: [{ from: "/a" }] }, '"redirects.0.to" must be given: a string'],
    [{ redirects: [3] }, '"redirects.0" must be a glob of redirect files or a rule'],
    [{ check: { severities: { CHECK_ALT_MISSNG: "error" } } }, 'Did you mean "CHECK_ALT_MISSING"?'],
    [{ check: { severities: { CHECK_ALT_MISSING: "fatal" } } }, 'must be one of "ignore"'],
    [[], "must be of type object, but it is a list"],
  ])("%j", (raw, text) => {
    const fault = faultOf(raw);
    expect(fault).toContain("2 CONFIG_INVALID");
    expect(fault).toContain(text);
  });
});

test("a site's own blocks may have codes of their own", () => {
  expect(faultOf({ check: { severities: { QUOTE_WITHOUT_AUTHOR: "error", CHECK_ALT_MISSING: "ignore" } } })).toBe("");
});

describe("loading", () => {
  const write = (name: string, text: string) => {
    writeFileSync(join(dir, name), text);
    return name;
  };

  test("TypeScript, JavaScript and JSON give the same", async () => {
    const files = [
      write("a.ts", 'const site: { companyName: string } = { companyName: "A" };\nexport default { site };'),
      write("a.mjs", 'export default { site: { companyName: "A" } };'),
      write("a.json", '{ "site": { "companyName": "A" } }'),
    ];
    for (const file of files) expect((await loadConfig({ cwd: dir, file, env: {} })).site.companyName).toBe("A");
  });

  test("the environment wins over the file", async () => {
    const file = write("b.json", '{ "storyblok": { "endpoint": "http://file.example/v2" } }');
    const env = { STORYBLOK_ENDPOINT: "http://127.0.0.1:4000/v2/", STORYBLOK_TOKEN: "t" };
    const { storyblok } = await loadConfig({ cwd: dir, file, env });
    expect(storyblok).toMatchObject({ endpoint: "http://127.0.0.1:4000/v2", token: "t" });
  });

  test("a token alone means the region's own service, an endpoint without a token is a fault", async () => {
    const us = write("c.json", '{ "storyblok": { "region": "us" } }');
    const { storyblok } = await loadConfig({ cwd: dir, file: us, env: { STORYBLOK_TOKEN: "t" } });
    expect(storyblok.endpoint).toBe("https://api-us.storyblok.com/v2");
    const alone = loadConfig({ cwd: dir, file: us, env: { STORYBLOK_ENDPOINT: "http://127.0.0.1:1/v2" } });
    await expect(alone).rejects.toMatchObject({ code: "CONFIG_INVALID", exit: 2 });
  });

  test("a missing or unreadable file is named", async () => {
    await expect(loadConfig({ cwd: dir, file: "gone.ts", env: {} })).rejects.toMatchObject({
      code: "CONFIG_NOT_FOUND",
      where: "gone.ts",
    });
    const broken = write("d.json", "{ nope");
    await expect(loadConfig({ cwd: dir, file: broken, env: {} })).rejects.toMatchObject({ code: "CONFIG_UNREADABLE" });
    const thrown = write("e.mjs", "throw new Error('inside')");
    await expect(loadConfig({ cwd: dir, file: thrown, env: {} })).rejects.toMatchObject({
      code: "CONFIG_UNREADABLE",
      exit: 2,
    });
  });

  test("a folder without a configuration gets the sample's for the sample's space alone", async () => {
    const load = (env: Record<string, string>) => loadConfig({ cwd: mkdtempSync(join(dir, "empty-")), env });
    expect((await load({})).site.companyName).toBe("Werklicht");
    const endpoint = { STORYBLOK_ENDPOINT: "http://127.0.0.1:4000/v2" };
    for (const token of [
      { STORYBLOK_TOKEN: "sample-public-token" },
      { STORYBLOK_PREVIEW_TOKEN: "sample-preview-token" },
    ]) {
      const { site, redirects } = await load({ ...endpoint, ...token });
      expect([site.companyName, redirects.length]).toEqual(["Werklicht", 1]);
    }
    for (const [env, address] of [
      [{ STORYBLOK_TOKEN: "t" }, "https://api.storyblok.com/v2"],
      [{ STORYBLOK_TOKEN: "t", STORYBLOK_ENDPOINT: "https://api.example/v2" }, "https://api.example/v2"],
      [{ STORYBLOK_TOKEN: "sample-public-token" }, "https://api.storyblok.com/v2"],
      [{ STORYBLOK_TOKEN: "t", ...endpoint }, "http://127.0.0.1:4000/v2"],
    ] as const) {
      await expect(load(env)).rejects.toMatchObject({
        code: "CONFIG_NOT_FOUND",
        exit: 2,
        message: expect.stringMatching(new RegExp(`has no sitegen\\.config\\.ts, and the space at ${address} is not`)),
        hint: expect.stringContaining("sitegen init --from-space"),
      });
    }
  });

  test("the result is frozen", async () => {
    const config = await loadConfig({ cwd: dir, file: "a.json", env: {} });
    expect(Object.isFrozen(config.site)).toBe(true);
  });
});

test("near misses", () => {
  expect(closestMatch("keepBuild", ["keepBuilds", "hosts"])).toBe("keepBuilds");
  expect(closestMatch("zzz", ["keepBuilds", "hosts"])).toBeUndefined();
});

test("a configuration in TypeScript imports defineConfig and sees what is in .env, and no fault shows it", async () => {
  const file = join(dir, "typed.config.ts");
  const env = { STORYBLOK_PREVIEW_TOKEN: "secret-of-env" };
  writeFileSync(
    file,
    `import { defineConfig } from "sitegen-storyblok";
export default defineConfig({ preview: { publicDraftToken: process.env.STORYBLOK_PREVIEW_TOKEN } });`,
  );
  expect((await loadConfig({ cwd: dir, file, env })).preview.publicDraftToken).toBe("secret-of-env");
  writeFileSync(file, "throw new Error(`broken`);");
  const fault: unknown = await loadConfig({ cwd: dir, file, env }).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SitegenError);
  expect(String((fault as Error).stack)).not.toContain("secret-of-env");
});
