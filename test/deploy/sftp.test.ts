/** Specific to SFTP: keys of hosts and users, broken connections, a read-only server, a missing path. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyFingerprint, parseKnownHosts } from "../../src/deploy/targets/known-hosts.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { readTree } from "../publish/helpers.ts";
import { LATEST, makeBuild } from "../publish/kill/site.ts";
import {
  createDeployFolders,
  type DeployFolders,
  deployTo,
  expectDeployed,
  expectWholePages,
  readFolder,
} from "./deploy-folders.ts";
import { type SshServer, startSshServer } from "./ssh-server.ts";

describe("OpenSSH's server", () => {
  let here: DeployFolders;
  let ssh: SshServer;
  beforeAll(async () => {
    here = createDeployFolders();
    ssh = await startSshServer();
    await here.publish(1);
  });
  afterAll(async () => {
    await ssh.close();
    await here.remove();
  });
  const root = (name: string) => join(here.root, name);
  const deploy = (name: string, env = ssh.env) => deployTo(`${ssh.origin}${root(name)}`, { out: here.out, env });

  test("a line that breaks in the middle of a file, and again, is opened anew", async () => {
    const big = "x".repeat(300_000);
    const output = await openOutputTransaction(here);
    for (const [path, text] of makeBuild(1).files)
      if (!path.startsWith("_assets/builds/")) await output.put(path, text);
    for (const n of [1, 2, 3, 4]) await output.put(`_assets/film-${n}.mp4`, `${n}${big}`);
    await output.put("_assets/builds/meta/film.json", "{}");
    await output.put(LATEST, JSON.stringify({ id: "film" }));
    const site = { site: "test", base: "/" };
    await output.publish({ buildId: "film", keepBuilds: 1, site });
    const before = ssh.connections;
    ssh.breakAfter(200_000, () => ssh.breakAfter(150_000));
    await deploy("broken");
    await expectDeployed(here.out, await readTree(root("broken")));
    expect(ssh.connections - before).toBeGreaterThan(2);
  });

  test("a server that ends SFTP but keeps the line is connected to anew", { timeout: 60_000 }, async () => {
    const once = join(here.root, "once");
    const script = join(here.root, "sftp.sh");
    const server = "/usr/lib/openssh/sftp-server";
    writeFileSync(
      script,
      `if mkdir ${once} 2>/dev/null; then dd bs=1 count=5000 2>&- | ${server}; else exec ${server}; fi\n`,
    );
    const ending = await startSshServer({ sftp: `sh ${script}` });
    try {
      await deployTo(`${ending.origin}${root("ended")}`, { out: here.out, env: ending.env });
      await expectDeployed(here.out, await readTree(root("ended")));
      expect(existsSync(once)).toBe(true);
    } finally {
      await ending.close();
    }
  });

  test("a host that is not known, or shows another key, is not spoken to", async () => {
    const unknown = { ...ssh.env, SITEGEN_SSH_KNOWN_HOSTS: "/dev/null" };
    await expect(deploy("never", unknown)).rejects.toMatchObject({
      code: "DEPLOY_HOST_KEY",
      message: expect.stringMatching(/ssh-ed25519 key SHA256:\S+\.$/),
      hint: expect.stringContaining("ssh-keyscan -p "),
    });
    const other = join(here.root, "other_hosts");
    const line = readFileSync(ssh.env.SITEGEN_SSH_KNOWN_HOSTS ?? "", "utf8");
    const stranger = readFileSync(`${ssh.strangeKey}.pub`, "utf8").split(" ")[1] ?? "";
    writeFileSync(other, `${line.split(" ").slice(0, 2).join(" ")} ${stranger}\n`);
    await expect(deploy("never", { ...ssh.env, SITEGEN_SSH_KNOWN_HOSTS: other })).rejects.toMatchObject({
      code: "DEPLOY_HOST_KEY",
      message: expect.stringContaining("Someone may be intercepting"),
    });
    expect(await readFolder(root("never"))(LATEST)).toBeNull();
  });

  test("a key that the server does not know, and one that is not there", async () => {
    await expect(deploy("never", { ...ssh.env, SITEGEN_SSH_KEY: ssh.strangeKey })).rejects.toMatchObject({
      code: "DEPLOY_REFUSED",
    });
    await expect(deploy("never", { ...ssh.env, SITEGEN_SSH_KEY: "/nothing" })).rejects.toMatchObject({
      code: "DEPLOY_REFUSED",
      message: expect.stringContaining("SITEGEN_SSH_KEY"),
    });
    const locked = join(here.root, "locked");
    execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "a passphrase", "-f", locked]);
    await expect(deploy("never", { ...ssh.env, SITEGEN_SSH_KEY: locked })).rejects.toMatchObject({
      code: "DEPLOY_REFUSED",
      message: expect.stringContaining("no passphrase given"),
    });
  });

  test("a path whose parent is not there", async () => {
    await expect(deploy("not/there")).rejects.toMatchObject({ code: "DEPLOY_NOT_FOUND" });
  });

  test("nobody listens", async () => {
    const nobody = deployTo("sftp://me@127.0.0.1:9/www", { out: here.out, signal: AbortSignal.timeout(800) });
    await expect(nobody).rejects.toThrow();
  });

  test("a server that lets nobody write: nothing changed", async () => {
    const reader = await startSshServer({ sftp: "internal-sftp -R" });
    try {
      mkdirSync(root("read-only"));
      const refused = deployTo(`${reader.origin}${root("read-only")}`, { out: here.out, env: reader.env });
      await expect(refused).rejects.toMatchObject({ code: "DEPLOY_REFUSED" });
      expect(await readTree(root("read-only"))).toEqual({});
    } finally {
      await reader.close();
    }
  });

  test("a server that cannot replace in one step: a page is away for no longer than the server needs", async () => {
    const old = await startSshServer({ sftp: "internal-sftp -P posix-rename" });
    try {
      const target = `${old.origin}${root("old")}`;
      const deployOld = () => deployTo(target, { out: here.out, env: old.env });
      await here.publish(2);
      await deployOld();
      await here.publish(3);
      let seen = "";
      const watch = setInterval(() => {
        seen += existsSync(join(root("old"), "index.html")) ? "+" : "-";
      }, 10);
      old.lagMs = 30; // as on a line, so that a step each would be seen
      await deployOld().finally(() => clearInterval(watch));
      expect(seen).toMatch(/\+/);
      expect(seen).not.toContain("--");
      await expectDeployed(here.out, await readTree(root("old")));
    } finally {
      await old.close();
    }
  });

  test("a visitor meets whole pages while files go up", async () => {
    const builds = [await here.publish(20)];
    await deploy("watched");
    builds.push(await here.publish(27));
    let isRunning = true;
    const watching = (async () => {
      while (isRunning) {
        await expectWholePages(readFolder(root("watched")), builds);
        await new Promise((done) => setTimeout(done, 5));
      }
    })();
    await deploy("watched").finally(() => {
      isRunning = false;
    });
    await watching;
  });
});

describe("known_hosts", () => {
  const key = Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from("ssh-ed25519"), Buffer.alloc(36, 1)]);
  const other = Buffer.concat([Buffer.from([0, 0, 0, 11]), Buffer.from("ssh-ed25519"), Buffer.alloc(36, 2)]);
  const text = key.toString("base64");
  const check = (file: string, host = "example.com", port = 22, given = key) =>
    parseKnownHosts([file]).check(host, port, given);

  test.each([
    [`example.com ssh-ed25519 ${text}`, "known"],
    [`a.b,example.com ssh-ed25519 ${text} a comment`, "known"],
    [`*.com ssh-ed25519 ${text}`, "known"],
    [`EXAMPLE.com ssh-ed25519 ${text}`, "known"],
    [`*.com,!example.com ssh-ed25519 ${text}`, "unknown"],
    [`[example.com]:22 ssh-ed25519 ${text}`, "unknown"],
    [`# example.com ssh-ed25519 ${text}`, "unknown"],
    [`@cert-authority example.com ssh-ed25519 ${text}`, "unknown"],
    [`@revoked example.com ssh-ed25519 ${text}`, "revoked"],
    [`example.com ssh-ed25519 ${other.toString("base64")}`, "changed"],
    [`example.com ssh-ed25519 ${other.toString("base64")}\nexample.com ssh-ed25519 ${text}`, "known"],
    ["example.com", "unknown"],
    ["", "unknown"],
  ])("%s", (file, expected) => {
    expect(check(file)).toBe(expected);
  });

  test("a port, and names that are hashed as ssh-keygen -H does", () => {
    expect(check(`[example.com]:2222 ssh-ed25519 ${text}`, "example.com", 2222)).toBe("known");
    const hashed = "|1|F1E1KeoE/eEWhi10WpGv4OdiO6Y=|3988QV0VE8wmZL7suNrYQLITLCg= ssh-ed25519";
    expect(parseKnownHosts([`${hashed} ${text}`]).types("192.168.1.61", 22)).toEqual(["ssh-ed25519"]);
    expect(check(`${hashed} ${text}`, "192.168.1.62")).toBe("unknown");
  });

  test("the fingerprint is the one that ssh shows", () => {
    expect(keyFingerprint(key)).toMatch(/^SHA256:[A-Za-z0-9+/]{43}$/);
  });
});
