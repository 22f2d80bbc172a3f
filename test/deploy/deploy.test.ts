/** Every kind of target, each a real server: what is uploaded, in which order, what is refused and what is not touched. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DeployOptions } from "../../src/deploy/deploy.ts";
import { takeDeployLock } from "../../src/deploy/deploy-lock.ts";
import { openTarget } from "../../src/deploy/open-target.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { createRetry } from "../../src/deploy/retry.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { LATEST, makeBuild } from "../publish/kill/site.ts";
import { createDeployFolders, type DeployFolders, deployTo, expectDeployed } from "./deploy-folders.ts";
import { KINDS, openTargetFixture, type TargetFixture } from "./targets.ts";

describe.each(KINDS)("%s", (kind) => {
  let here: DeployFolders;
  let rig: TargetFixture;
  beforeAll(async () => {
    here = createDeployFolders();
    rig = await openTargetFixture(kind, here);
  });
  afterAll(async () => {
    await rig.close();
    await here.remove();
  });
  const deploy = (name: string, options: Partial<DeployOptions> = {}) =>
    deployTo(rig.address(name), { out: here.out, env: rig.env, endpoint: rig.endpoint, ...options });

  /** For what all targets share: S3, which costs most here, has it in the exhaustive run. */
  const notOnS3 = (name: string, run: () => Promise<void>) => {
    if (kind !== "S3" || IS_EXHAUSTIVE) test(name, run);
  };

  test("all of it at first, then nothing, then what changed; deletions follow", async () => {
    await here.publish(1);
    const first = await deploy("site");
    expect(first.files).toMatchObject({ uploaded: first.files.total, unchanged: 0, deleted: 0 });
    await expectDeployed(here.out, await rig.tree("site"));
    expect((await deploy("site")).files).toMatchObject({ uploaded: 0, unchanged: first.files.total, deleted: 0 });
    for (const number of IS_EXHAUSTIVE ? [2, 3, 4, 5, 9, 3] : [2, 9, 3]) {
      await here.publish(number);
      const before = await rig.tree("site");
      const report = await deploy("site");
      const after = await rig.tree("site");
      await expectDeployed(here.out, after);
      const sent = Object.entries(after).filter(([path, text]) => before[path] !== text);
      expect([report.files.uploaded, report.buildId]).toEqual([sent.length, makeBuild(number).id]);
      expect(report.files.deleted).toBe(Object.keys(before).filter((path) => !(path in after)).length);
    }
  });

  test("after one publish it asks for little beside the files that changed", async () => {
    const publish = async (text: string) => {
      const output = await openOutputTransaction(here);
      const files = new Map(makeBuild(1).files).set("sitemap.xml", text).set("index.html", `<p>${text}</p>`);
      for (const [path, content] of files) if (!path.startsWith("_assets/builds/")) await output.put(path, content);
      await output.put(`_assets/builds/meta/${text}.json`, "{}");
      await output.put(LATEST, JSON.stringify({ id: text }));
      const site = { site: "test", base: "/" };
      return output.publish({ buildId: text, keepBuilds: 1, site });
    };
    for (const text of ["one", "two", "three", "four", "five", "six"]) {
      const { files, removedFiles } = await publish(text);
      const before = rig.s3?.requests.length ?? 0;
      const report = await deploy("little");
      expect(report.files.uploaded).toBe(text === "one" ? report.files.total : files.length);
      const changed = kind === "SFTP" ? files.length + removedFiles.length : files.length;
      // The second still clears away what earlier tests left in the output folder.
      if (!["one", "two"].includes(text)) expect(report.requests).toBeLessThanOrEqual(changed + 8);
      if (rig.s3) expect(rig.s3.requests.length - before).toBe(report.requests);
    }
  });

  notOnS3(
    "a machine that knows nothing of earlier builds sends only what changed, and keeps what visitors may need",
    async () => {
      const other = createDeployFolders();
      try {
        for (const number of [3, 4]) await here.publish(number);
        await deploy("fresh");
        await other.publish(5);
        const before = await rig.tree("fresh");
        const report = await deploy("fresh", { out: other.out });
        const after = await rig.tree("fresh");
        await expectDeployed(other.out, after);
        const sent = Object.entries(after).filter(([path, text]) => before[path] !== text);
        expect(report.files.uploaded).toBe(sent.length);
        for (const [path, text] of makeBuild(4).files)
          if (path.startsWith("_assets/app")) expect(after[path]).toBe(text);
      } finally {
        await other.remove();
      }
    },
  );

  notOnS3("what others put there stays, unless it is in the way", async () => {
    await here.publish(1);
    await rig.plant("shared", "shop/index.html", "a shop");
    await expect(deploy("shared")).rejects.toMatchObject({ code: "DEPLOY_FOREIGN" });
    expect(await rig.tree("shared")).toEqual({ "shop/index.html": "a shop" });
    await deploy("shared", { adopt: true });
    for (const number of [2, 6, 12]) {
      await here.publish(number);
      await deploy("shared");
      expect(await rig.read("shared")("shop/index.html")).toBe("a shop");
    }
    // A page of the next build where somebody else's file is by now.
    await here.publish(13);
    await here.publish(14);
    const tree = await rig.tree("shared");
    const fresh = [...makeBuild(14).files.keys()].find((path) => path.endsWith("index.html") && !(path in tree));
    if (!fresh) throw new Error("build 14 has no new page");
    await rig.plant("shared", fresh, "somebody else's");
    await expect(deploy("shared")).rejects.toMatchObject({
      code: "DEPLOY_FOREIGN_FILE",
      message: expect.stringContaining(fresh),
    });
    expect(await rig.tree("shared")).toEqual({ ...tree, [fresh]: "somebody else's" });
  });

  notOnS3("another site's target is refused, and taken over when told so", async () => {
    const other = createDeployFolders();
    try {
      await here.publish(1);
      await deploy("owned");
      const output = await openOutputTransaction(other);
      for (const [path, text] of makeBuild(7).files) await output.put(path, text);
      const site = { site: "https://other.example", base: "/" };
      await output.publish({ buildId: makeBuild(7).id, keepBuilds: 1, site });
      const before = await rig.tree("owned");
      const refused = deploy("owned", { out: other.out });
      await expect(refused).rejects.toMatchObject({
        code: "DEPLOY_OTHER_SITE",
        message: expect.stringContaining("other.example"),
      });
      expect(await rig.tree("owned")).toEqual(before);
      await deploy("owned", { out: other.out, adopt: true });
      await expectDeployed(other.out, await rig.tree("owned"));
    } finally {
      await other.remove();
    }
  });

  notOnS3("--full finds and repairs what somebody changed or lost there, --dry-run only tells", async () => {
    await here.publish(2);
    await deploy("repair");
    const [page = "", gone = ""] = Object.keys(await rig.tree("repair")).filter((path) => path.endsWith("index.html"));
    await rig.plant("repair", page, "changed by hand");
    const [asset = ""] = Object.keys(await rig.tree("repair")).filter((path) => /^_assets\/app/.test(path));
    await rig.plant("repair", asset, "x");
    expect((await deploy("repair")).files.uploaded).toBe(0);
    const told = await deploy("repair", { full: true, dryRun: true });
    expect(told.files.uploaded).toBe(3); // latest.json goes where anything does
    expect(await rig.read("repair")(page)).toBe("changed by hand");
    expect((await deploy("repair", { full: true })).files.uploaded).toBe(3);
    await expectDeployed(here.out, await rig.tree("repair"));
    expect(gone).not.toBe("");
    expect((await deploy("repair", { full: true })).files.uploaded).toBe(0);
  });

  test("an output folder that is no longer what the build published is not sent", async () => {
    await here.publish(1);
    const page = join(here.out, "index.html");
    const text = readFileSync(page, "utf8");
    writeFileSync(page, text.replace("page 0", "page X"));
    await expect(deploy("edited")).rejects.toMatchObject({
      code: "DEPLOY_OUT_CHANGED",
      message: expect.stringContaining("index.html"),
    });
    expect(await rig.read("edited")(LATEST)).toBeNull();
    writeFileSync(page, text);
    await deploy("edited");
    await expectDeployed(here.out, await rig.tree("edited"));
  });

  test("nothing to deploy is said so", async () => {
    await expect(deploy("none", { out: join(here.root, "nothing") })).rejects.toMatchObject({
      code: "DEPLOY_NO_BUILD",
    });
  });

  notOnS3("while one deploys, another is told who does; afterwards it may", async () => {
    await here.publish(8);
    const address = parseTarget(rig.address("once"), here.out);
    const target = await openTarget({ address, out: here.out, env: rig.env, endpoint: rig.endpoint, jobs: 2 });
    const retry = createRetry({ tries: 4 });
    const onLost = (error: Error) => expect.unreachable(error.message);
    const common = { file: target.lock, retry, lasting: retry, target: address.text, buildId: "first", onLost };
    const lock = await takeDeployLock(common);
    await expect(deploy("once")).rejects.toMatchObject({
      code: "DEPLOY_LOCKED",
      message: expect.stringMatching(/Process \d+ on this machine has been deploying .* since \d{4}-/),
    });
    await lock.begin();
    await lock.release(true);
    await target.close();
    await deploy("once");
    await expectDeployed(here.out, await rig.tree("once"));
  });
});
