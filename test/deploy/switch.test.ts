/** `sitegen deploy --switch`: a build goes live by one change, and `rollback --target` goes back by one. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { readTree } from "../publish/helpers.ts";
import type { Build } from "../publish/kill/site.ts";
import { createDeployFolders, type DeployFolders, expectWholePages } from "./deploy-folders.ts";
import { startSshServer } from "./ssh-server.ts";
import { KINDS, openTargetFixture, type TargetFixture } from "./targets.ts";

let here: DeployFolders;
beforeAll(() => {
  here = createDeployFolders();
  writeFileSync(join(here.root, "sitegen.config.json"), JSON.stringify({ site: { companyName: "X" }, keepBuilds: 2 }));
});
afterAll(() => here.remove());

const idOf = (tree: Record<string, string>) => JSON.parse(tree["_assets/builds/latest.json"] ?? "{}").id;

describe.each(KINDS)("%s", (kind) => {
  let rig: TargetFixture;
  beforeAll(async () => {
    rig = await openTargetFixture(kind, here);
  });
  afterAll(() => rig.close());
  const run = (...args: string[]) =>
    runHere(args, { cwd: here.root, env: { ...rig.env, ...(rig.endpoint && { AWS_ENDPOINT_URL: rig.endpoint }) } });
  const deploy = async (name: string, ...args: string[]) => {
    const done = await run("deploy", rig.address(name), "--switch", "--json", ...args);
    expect(done, done.stderr).toMatchObject({ code: 0 });
    return JSON.parse(done.stdout);
  };
  /** What visitors get: what a proxy in front of a bucket does is done here. */
  const site = async (name: string) => {
    if (kind !== "S3") return rig.tree(name);
    const live = JSON.parse((await rig.read(name)("builds/live.json")) ?? "{}").tree;
    return rig.tree(`${name}/builds/${live}`);
  };

  test("each build replaces the last at once; unchanged files are not sent; earlier builds stay to go back to", async () => {
    const builds: Build[] = [];
    const sent: number[] = [];
    for (const number of [1, 2, 3, 4]) {
      builds.push(await here.publish(number));
      const { buildId, files, tree } = await deploy("www");
      expect(buildId).toBe(builds.at(-1)?.id);
      expect(tree).toMatch(/^t\d+$/);
      sent.push(files.uploaded);
      const live = await site("www");
      const out = await readTree(here.out);
      expect(Object.keys(out).filter((path) => live[path] !== out[path])).toEqual([]);
    }
    expect(Math.max(...sent.slice(1))).toBeLessThan(sent[0] ?? 0);
    expect((await deploy("www")).files.uploaded).toBe(0);
    // Two earlier ones and the live one.
    const list = JSON.parse((await run("rollback", "--target", rig.address("www"), "--list", "--json")).stdout).builds;
    expect(list.map(({ build }: { build: string }) => build)).toEqual([4, 3, 2].map((at) => builds[at - 1]?.id));

    const back = await run("rollback", "--target", rig.address("www"), "--json");
    expect(back, back.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(back.stdout)).toMatchObject({ ok: true, buildId: builds[2]?.id, from: builds[3]?.id });
    const old = await site("www");
    await expectWholePages(async (path) => old[path] ?? null, builds.slice(2, 3));
    const named = await run("rollback", builds[1]?.id ?? "", "--target", rig.address("www"));
    expect(named.stderr).toContain(`Build ${builds[1]?.id} is live again`);
    expect(idOf(await site("www"))).toBe(builds[1]?.id);
    expect(await run("rollback", "--target", rig.address("www"))).toMatchObject({ code: 1 });
    expect(await run("rollback", "0123456789abcdef", "--target", rig.address("www"))).toMatchObject({ code: 1 });
    // The same build again needs no deploy but the switch.
    expect((await deploy("www")).files.uploaded).toBe(0);
    expect(idOf(await site("www"))).toBe(builds[3]?.id);
  });

  // The index of the trees is the same at each kind.
  if (kind === "folder")
    test("after a way back and another deploy, the build before is the one that visitors had, not the one taken back", async () => {
      const back = async () => JSON.parse((await run("rollback", "--target", rig.address("again"), "--json")).stdout);
      const ids: (string | undefined)[] = [];
      for (const number of [1, 2, 3, 4]) {
        ids.push((await here.publish(number)).id);
        await deploy("again");
        if (number === 3) expect(await back()).toMatchObject({ buildId: ids[1], from: ids[2] });
      }
      expect(await back()).toMatchObject({ buildId: ids[1], from: ids[3] });
      expect(idOf(await site("again"))).toBe(ids[1]);
    });

  test("what is no switched target is not switched back, and a switched one is not deployed to in place", async () => {
    await here.publish(1);
    expect(await run("deploy", rig.address("plainly"))).toMatchObject({ code: 0 });
    for (const name of ["nothing", "plainly"]) {
      const { code, stderr } = await run("rollback", "--target", rig.address(name));
      expect([code, stderr]).toEqual([1, expect.stringContaining("is not switched, so nothing can be switched back")]);
    }
    await deploy("twice");
    const before = await rig.tree("twice");
    const plain = await run("deploy", rig.address("twice"));
    expect(plain).toMatchObject({ code: 1 });
    expect(plain.stderr).toContain("DEPLOY_SWITCH");
    expect(await rig.tree("twice")).toEqual(before);
  });

  test("a dry run changes nothing", async () => {
    await here.publish(1);
    await deploy("dry");
    await here.publish(2);
    const before = await rig.tree("dry");
    expect((await deploy("dry", "--dry-run")).files.uploaded).toBeGreaterThan(0);
    expect(await rig.tree("dry")).toEqual(before);
  });
});

test("machines that keep nothing: the files of pages that are open stay, and one that is lost stops no deploy", async () => {
  const target = join(here.root, "targets/cold/www");
  mkdirSync(join(target, ".."), { recursive: true });
  const builds: Build[] = [];
  const deploy = async (number: number) => {
    for (const folder of [here.out, here.stateDir]) rmSync(folder, { recursive: true, force: true });
    builds.push(await here.publish(number));
    const done = await runHere(["deploy", target, "--switch"], { cwd: here.root });
    expect(done, done.stderr).toMatchObject({ code: 0 });
  };
  const hashed = (build: Build | undefined) =>
    [...(build?.files.keys() ?? [])].filter((path) => /^_assets\/(?!builds\/)/.test(path));
  for (const number of [1, 2, 3]) await deploy(number);
  const live = await readTree(target);
  expect(builds.flatMap(hashed).filter((path) => !(path in live))).toEqual([]);
  const lost = hashed(builds[1]).find((path) => !hashed(builds[2]).includes(path)) ?? "";
  rmSync(join(target, lost));
  await deploy(4);
  await expectWholePages(async (path) => (await readTree(target))[path] ?? null, builds.slice(3));
});

describe("what cannot be switched", () => {
  const folder = (name: string) => join(here.root, "targets", name);
  beforeEach(() => here.publish(1));
  const deploy = (target: string, env: Record<string, string> = {}) =>
    runHere(["deploy", target, "--switch"], { cwd: here.root, env });

  test("a plain folder has the target's name: an error, and it stays as it is", async () => {
    mkdirSync(folder("plain"), { recursive: true });
    writeFileSync(join(folder("plain"), "index.html"), "live");
    const refused = await deploy(folder("plain"));
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.stderr).toContain("DEPLOY_SWITCH");
    expect(refused.stderr).toContain("is a plain folder or file");
    expect(readdirSync(join(here.root, "targets")).filter((name) => name.includes("plain"))).toEqual(["plain"]);
    expect(readFileSync(join(folder("plain"), "index.html"), "utf8")).toBe("live");
  });

  test.each(["symlink,hardlink", "posix-rename"])(
    "a server without %s: what is live stays, and the error says so",
    async (without) => {
      const target = folder(`linkless-${without.length}`);
      const first = await deploy(target);
      expect(first, first.stderr).toMatchObject({ code: 0 });
      const linkless = await startSshServer({ sftp: `internal-sftp -P ${without}` });
      try {
        const live = await readTree(target);
        await here.publish(2);
        const refused = await deploy(linkless.origin + target, linkless.env);
        expect(refused).toMatchObject({ code: 1 });
        expect(refused.stderr).toContain("No link can be made at");
        expect(await readTree(target)).toEqual(live);
        expect(lstatSync(target).isSymbolicLink()).toBe(true);
      } finally {
        await linkless.close();
      }
    },
  );
});
