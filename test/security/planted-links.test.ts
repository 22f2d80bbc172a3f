/**
 * Links and files that somebody else put into a folder that sitegen writes to: nothing is written through them, and nothing
 * of others is deleted.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, watch, writeFileSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openTarget } from "../../src/deploy/open-target.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { createRetry } from "../../src/deploy/retry.ts";
import { createDeployFolders, type DeployFolders, deployTo, expectDeployed } from "../deploy/deploy-folders.ts";
import { openTargetFixture, type TargetFixture } from "../deploy/targets.ts";

let here: DeployFolders;
beforeEach(async () => {
  here = createDeployFolders();
  mkdirSync(join(here.root, "elsewhere"));
  writeFileSync(join(here.root, "elsewhere/file"), "untouched");
  await here.publish(1);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await here.remove();
});

function expectUntouched(): void {
  expect(readdirSync(join(here.root, "elsewhere"))).toEqual(["file"]);
  expect(readFileSync(join(here.root, "elsewhere/file"), "utf8")).toBe("untouched");
}

describe.each(["folder", "SFTP"] as const)("%s target", (kind) => {
  let rig: TargetFixture;
  beforeEach(async () => {
    rig = await openTargetFixture(kind, here);
    mkdirSync(www(), { recursive: true });
  });
  afterEach(() => rig.close());
  const www = (path = "") => join(here.root, "targets/www", path);
  const deploy = () => deployTo(rig.address("www"), { out: here.out, env: rig.env });

  test("links with the names of uploads are not followed", async () => {
    await deploy();
    mkdirSync(www(".sitegen-deploy"));
    // The names of earlier versions: process id and a running number.
    for (let number = 1; number < 200; number += 1) {
      symlinkSync(join(here.root, "elsewhere/file"), www(`.sitegen-deploy/${process.pid}-${number}`));
    }
    await here.publish(2);
    await deploy();
    expectUntouched();
    await expectDeployed(here.out, filesOf(await rig.tree("www")));
  });

  test("names of uploads cannot be guessed", async () => {
    const seen = new Set<string>();
    mkdirSync(www(".sitegen-deploy"), { recursive: true });
    const watcher = watch(www(".sitegen-deploy"), (_event, name) => seen.add(String(name)));
    await deploy().finally(() => watcher.close());
    const names = [...seen].filter((name) => !["lock", ".sitegen-deploy"].includes(name));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([]);
  });

  test("a link in the place of the folder for uploads is refused", async () => {
    symlinkSync(join(here.root, "elsewhere"), www(".sitegen-deploy"));
    await expect(deploy()).rejects.toMatchObject({ code: "PUBLISH_UNSAFE_PATH" });
    expectUntouched();
  });

  test("a link in the place of a page's folder is refused", async () => {
    symlinkSync(join(here.root, "elsewhere"), www("section-1"));
    await expect(deployTo(rig.address("www"), { out: here.out, env: rig.env, adopt: true })).rejects.toMatchObject({
      code: "PUBLISH_UNSAFE_PATH",
      message: expect.stringContaining("section-1"),
    });
    expectUntouched();
  });

  test("nothing is deleted through a link", async () => {
    await deploy();
    symlinkSync(join(here.root, "elsewhere"), www("linked"));
    const address = parseTarget(rig.address("www"), here.root);
    const target = await openTarget({ address, out: here.out, endpoint: "", env: rig.env, jobs: 1 });
    try {
      await expect(target.remove(["linked/file"], createRetry({}))).rejects.toMatchObject({
        code: "PUBLISH_UNSAFE_PATH",
      });
    } finally {
      await target.close();
    }
    expectUntouched();
  });

  test("the lock, which a web server may serve, names neither user nor machine", async () => {
    let text = "";
    mkdirSync(www(".sitegen-deploy"), { recursive: true });
    const file = www(".sitegen-deploy/lock");
    const watcher = watch(www(".sitegen-deploy"), () => {
      if (existsSync(file)) text ||= readFileSync(file, "utf8");
    });
    await deploy().finally(() => watcher.close());
    expect(Object.keys(JSON.parse(text))).toEqual(["id", "pid", "started", "space", "since", "builds", "ended"]);
    expect(text).not.toContain(hostname());
    expect(text).not.toContain(`"${userInfo().username}"`);
  });
});

/** Without the folder for uploads, in which files of others stay. */
function filesOf(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !path.startsWith(".sitegen-deploy/")));
}

describe("working folder beside out/", () => {
  test("a link in its place is refused, and what it leads to stays", async () => {
    symlinkSync(join(here.root, "elsewhere"), join(here.root, ".out.sitegen"));
    await expect(here.publish(2)).rejects.toMatchObject({
      code: "PUBLISH_NOT_WRITABLE",
      message: expect.stringContaining(".out.sitegen is not a folder"),
    });
    expectUntouched();
  });

  test("only sitegen's own names are deleted in it", async () => {
    mkdirSync(join(here.root, ".out.sitegen/stage"), { recursive: true });
    writeFileSync(join(here.root, ".out.sitegen/stage/old"), "left by a killed build");
    writeFileSync(join(here.root, ".out.sitegen/letter"), "somebody's");
    await here.publish(2);
    expect(readdirSync(join(here.root, ".out.sitegen"))).toEqual(["letter"]);
  });

  test("a folder of another user is refused", async () => {
    mkdirSync(join(here.root, ".out.sitegen"));
    vi.spyOn(process, "getuid").mockReturnValue(12345);
    await expect(here.publish(2)).rejects.toMatchObject({
      code: "PUBLISH_NOT_WRITABLE",
      message: expect.stringContaining("belongs to another user"),
    });
  });
});
