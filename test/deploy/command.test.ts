/** `sitegen deploy`, once with each kind of target. */
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { metaPath } from "../../src/publish/file-list.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { runHere } from "../helpers/run-here.ts";
import { LATEST } from "../publish/kill/site.ts";
import { createDeployFolders, type DeployFolders, expectDeployed } from "./deploy-folders.ts";
import { KINDS, type Kind, openTargetFixture, type TargetFixture } from "./targets.ts";

let here: DeployFolders;
beforeAll(async () => {
  here = createDeployFolders();
  await here.publish(1);
  writeFileSync(join(here.root, "sitegen.config.json"), JSON.stringify({ site: { companyName: "X" }, keepBuilds: 1 }));
});
afterAll(() => here.remove());

/** Target (the usual one where it is empty), environment and what the refusal is called. */
type WrongAccess = [target: string, env: Record<string, string>, code: string];
const WRONG_ACCESS: Record<Kind, (rig: TargetFixture) => WrongAccess[]> = {
  folder: () => [["/dev/null/www", {}, "DEPLOY_NOT_FOUND"]],
  S3: () => [
    ["s3://elsewhere/www", {}, "DEPLOY_NOT_FOUND"],
    ["", { AWS_ACCESS_KEY_ID: "STRANGER" }, "DEPLOY_REFUSED"],
  ],
  SFTP: ({ ssh }) => [
    ["", { SITEGEN_SSH_KNOWN_HOSTS: "/dev/null" }, "DEPLOY_HOST_KEY"],
    ["", { SITEGEN_SSH_KEY: ssh?.strangeKey ?? "" }, "DEPLOY_REFUSED"],
  ],
};

describe.each(KINDS)("%s", (kind) => {
  let rig: TargetFixture;
  beforeAll(async () => {
    rig = await openTargetFixture(kind, here);
  });
  afterAll(() => rig.close());
  const run = (...args: string[]) => {
    const endpoint = rig.endpoint === "" ? [] : ["--endpoint", rig.endpoint];
    return runHere(["deploy", rig.address("www"), ...endpoint, ...args], { cwd: here.root, env: rig.env });
  };

  test("deploys, tells what it did, and what a cache must forget", async () => {
    await here.publish(1);
    const first = await run("--json");
    expect([first.code, JSON.parse(first.stdout).ok]).toEqual([0, true]);
    expect(Object.keys(JSON.parse(first.stdout))).toEqual([
      "ok",
      "target",
      "buildId",
      "files",
      "bytes",
      "requests",
      "ms",
    ]);
    expect(first.stderr).toMatch(/✓ Deployed to .*: \d+ files sent \([\d.]+ kB\), 0 unchanged, 0 deleted/);
    await expectDeployed(here.out, await rig.tree("www"));
    const before = await rig.tree("www");
    const { id } = await here.publish(2);
    const dry = await run("--dry-run", "--print-changed", "--quiet");
    expect([dry.code, dry.stderr, await rig.tree("www")]).toEqual([0, "", before]);
    const second = await run("--print-changed", "--quiet");
    expect([second.code, second.stdout]).toEqual([0, dry.stdout]);
    const after = await rig.tree("www");
    await expectDeployed(here.out, after);
    expect(JSON.parse(after["_assets/builds/latest.json"] ?? "").id).toBe(id);
    const paths = new Set([...Object.keys(before), ...Object.keys(after)]);
    const changed = [...paths].filter((path) => before[path] !== after[path] && !path.startsWith("_assets/"));
    const addresses = [
      ...changed.map((path) => `/${path.replace(/(^|\/)index\.html$/, "$1")}`),
      "/_assets/builds/latest.json",
    ];
    expect(second.stdout.trimEnd().split("\n")).toEqual(addresses.sort());
  });

  test("a file that somebody put into out/ is not deployed, and this is said", async () => {
    await here.publish(1);
    expect((await run()).stderr).not.toContain("Not deployed");
    writeFileSync(join(here.out, "brochure.pdf"), "x");
    mkdirSync(join(here.out, "own"));
    writeFileSync(join(here.out, "own/page.html"), "x");
    try {
      for (const args of [[], ["--dry-run"], ["--full"]]) {
        expect((await run(...args)).stderr).toMatch(
          /Not deployed, because no build put it into .*: brochure\.pdf, own\/page\.html\./,
        );
      }
    } finally {
      rmSync(join(here.out, "brochure.pdf"));
      rmSync(join(here.out, "own"), { recursive: true });
    }
    expect(Object.keys(await rig.tree("www"))).not.toContain("brochure.pdf");
    expect((await run()).stderr).not.toContain("Not deployed");
  });

  test("what was rolled back goes live with the next deploy", async () => {
    await here.publish(1);
    expect((await run("--quiet")).code).toBe(0);
    const before = await rig.tree("www");
    await here.publish(2);
    expect((await run("--quiet")).code).toBe(0);
    const back = await runHere(["rollback", "--out", here.out, "--state", here.stateDir, "--quiet"], {
      cwd: here.root,
    });
    expect([back.code, back.stderr]).toEqual([0, ""]);
    expect((await run("--quiet")).code).toBe(0);
    const after = await rig.tree("www");
    await expectDeployed(here.out, after);
    for (const path of Object.keys(before).filter((path) => path.endsWith(".html")))
      expect([path, after[path]]).toEqual([path, before[path]]);
  });

  test("another site's target is refused with 1, and stays as it is", async () => {
    const other = join(here.root, `other-${kind}`);
    const output = await openOutputTransaction({ out: other, stateDir: join(here.root, "other-state") });
    await output.put("index.html", "another site");
    await output.put(LATEST, JSON.stringify({ id: "other" }));
    const site = { site: "https://other.example", base: "/" };
    await output.publish({ buildId: "other", keepBuilds: 1, site });
    const before = await rig.tree("www");
    const refused = await run("--out", other, "--json");
    expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([1, "DEPLOY_OTHER_SITE"]);
    expect(await rig.tree("www")).toEqual(before);
  });

  test("a wrong access ends with 1, and nothing changes", async () => {
    const before = await rig.tree("www");
    for (const [target, env, code] of WRONG_ACCESS[kind](rig)) {
      const endpoint = rig.endpoint === "" ? [] : ["--endpoint", rig.endpoint];
      const args = ["deploy", target || rig.address("www"), ...endpoint, "--json"];
      const refused = await runHere(args, { cwd: here.root, env: { ...rig.env, ...env } });
      expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([1, code]);
    }
    expect(await rig.tree("www")).toEqual(before);
  });
});

describe.each(["folder", "SFTP"] as const)("%s", (kind) => {
  test("a target that is a file is refused, and the reason said", async () => {
    const rig = await openTargetFixture(kind, here);
    try {
      writeFileSync(join(here.root, "targets/file"), "x");
      const target = rig.address("file");
      for (const args of [[], ["--dry-run"], ["--adopt"]]) {
        const { code, stdout } = await runHere(["deploy", target, "--json", ...args], { cwd: here.root, env: rig.env });
        const message = expect.stringMatching(/targets\/file is a file, not a folder\.$/);
        expect([code, JSON.parse(stdout).error]).toMatchObject([1, { code: "DEPLOY_NOT_FOUND", message }]);
      }
    } finally {
      await rig.close();
    }
  });
});

test("--adopt takes over a folder of other files, --full repairs what was changed there, --config names the builds kept", async () => {
  await here.publish(1);
  const www = join(here.root, "adopted");
  mkdirSync(www);
  writeFileSync(join(www, "index.html"), "somebody's page");
  writeFileSync(join(here.root, "other.json"), JSON.stringify({ keepBuilds: 2 }));
  const run = async (...args: string[]) => {
    const flags = ["deploy", "adopted", "--config", "other.json", "--jobs", "2", "--json", ...args];
    const { code, stdout, stderr } = await runHere(flags, { cwd: here.root });
    return { code, stderr, report: JSON.parse(stdout) };
  };
  const refused = await run();
  expect([refused.code, refused.report.error.code]).toEqual([1, "DEPLOY_FOREIGN"]);
  expect(readFileSync(join(www, "index.html"), "utf8")).toBe("somebody's page");
  const adopted = await run("--adopt", "--verbose");
  expect([adopted.code, adopted.stderr]).toEqual([0, expect.stringMatching(/\d+ files to upload, \d+ to delete/)]);
  const page = readFileSync(join(here.out, "index.html"), "utf8");
  expect(readFileSync(join(www, "index.html"), "utf8")).toBe(page);

  writeFileSync(join(www, "index.html"), "changed by hand");
  expect((await run()).report.files.uploaded).toBe(0);
  expect((await run("--full")).report.files.uploaded).toBeGreaterThan(0);
  expect(readFileSync(join(www, "index.html"), "utf8")).toBe(page);
  expect((await runHere(["deploy", "adopted", "--config", "none.json"], { cwd: here.root })).code).toBe(2);
});

describe("what cannot work", () => {
  const cases: [args: string[], code: number, error: string][] = [
    [["ftp://example.com/www"], 2, "DEPLOY_TARGET"],
    [["s3://"], 2, "DEPLOY_TARGET"],
    [["sftp://example.com/www"], 2, "DEPLOY_TARGET"],
    [["sftp://me:geheim@example.com/www"], 2, "DEPLOY_TARGET"],
    [["sftp://me:geheim@"], 2, "DEPLOY_TARGET"],
    [["sftp://me:geheim/1@example.com/www"], 2, "DEPLOY_TARGET"],
    [["sftp://me:x@geheim@example.com/%zz"], 2, "DEPLOY_TARGET"],
    [["sftp:/me:geheim@example.com/www"], 2, "DEPLOY_TARGET"],
    [["me:x:geheim@example.com:/www"], 2, "DEPLOY_TARGET"],
    [["www", "--out", "nothing"], 1, "DEPLOY_NO_BUILD"],
  ];
  test.each(cases)("%j", async (args, code, error) => {
    const result = await runHere(["deploy", ...args, "--json"], { cwd: here.root });
    expect([result.code, JSON.parse(result.stdout).error.code]).toEqual([code, error]);
    expect(JSON.parse(result.stdout)).toMatchObject({ ok: false, files: { uploaded: 0 } });
    expect(result.stderr).toContain(error);
    expect(`${result.stdout}${result.stderr}`).not.toContain("geheim");
  });

  test.each([
    ["out", "is the output folder itself"],
    ["./out/", "is the output folder itself"],
    ["linked", "is the output folder itself"],
    ["out/www", "lies in the output folder"],
    [".", "contains the output folder"],
  ])("the target %s, which %s", async (target, how) => {
    await here.publish(1);
    if (target === "linked") symlinkSync("out", join(here.root, target));
    const before = readdirSync(here.root);
    for (const args of [[], ["--switch"], ["--dry-run"], ["--adopt"]]) {
      const { code, stderr } = await runHere(["deploy", target, ...args], { cwd: here.root });
      expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`DEPLOY_TARGET\\n.*${how}`))]);
    }
    expect(readdirSync(here.root)).toEqual(before);
  });

  test.each([
    ["cut off", (file: string) => writeFileSync(file, readFileSync(file, "utf8").slice(0, -20)), "is damaged"],
    [
      "of another shape",
      (file: string) => writeFileSync(file, '{"routeRules":{"/a/":{"redirect":"/b/"}}}'),
      "is damaged",
    ],
  ])("a manifest of the build that is %s", async (_, damage, how) => {
    const { id } = await here.publish(2);
    const file = join(here.out, metaPath(id));
    const intact = readFileSync(file);
    damage(file);
    for (const args of [
      ["deploy", "damaged"],
      ["verify", "http://127.0.0.1:1/"],
    ]) {
      const { code, stderr } = await runHere(args, { cwd: here.root });
      expect([code, stderr]).toEqual([1, expect.stringContaining("DEPLOY_OUT_CHANGED")]);
      expect(stderr).toContain(`${metaPath(id)} in ${here.out} ${how}`);
      expect(stderr).toContain("Run `sitegen generate`, which repairs it");
    }
    writeFileSync(file, intact);
  });

  test("no target, a mistyped flag", async () => {
    expect((await runHere(["deploy"], { cwd: here.root })).code).toBe(2);
    const mistyped = await runHere(["deploy", "www", "--dryrun"], { cwd: here.root });
    expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringContaining("--dry-run")]);
  });
});

test("the libraries of S3 and SFTP are not loaded by other commands, nor installed with sitegen", () => {
  const { dependencies, peerDependenciesMeta } = JSON.parse(readFileSync("package.json", "utf8"));
  for (const name of ["@aws-sdk/client-s3", "ssh2"]) {
    expect([dependencies[name], peerDependenciesMeta[name]]).toEqual([undefined, { optional: true }]);
  }
});
