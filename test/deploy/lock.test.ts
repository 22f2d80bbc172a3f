/** The lock on a target: who holds it, when it is stale, and what happens when it is lost. */
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { takeDeployLock } from "../../src/deploy/deploy-lock.ts";
import { createRetry, TransientError } from "../../src/deploy/retry.ts";
import type { LockFile } from "../../src/deploy/target.ts";
import { runHere } from "../helpers/run-here.ts";
import { createDeployFolders, type DeployFolders, deployTo } from "./deploy-folders.ts";
import { startSshServer } from "./ssh-server.ts";
import { startStrictS3 } from "./strict-s3.ts";

const HOLDER = {
  id: "0123456789abcdef",
  pid: 4711,
  started: "1",
  space: "another machine",
  since: "2026-01-02T03:04:05.000Z",
  builds: [],
  ended: false,
};

let here: DeployFolders;
beforeEach(async () => {
  here = createDeployFolders();
  await here.publish(1);
  writeFileSync(join(here.root, "sitegen.config.json"), JSON.stringify({ site: { companyName: "X" } }));
});
afterEach(() => here.remove());

/** A target with the lock of another machine on it, written so many seconds ago. */
interface Held {
  target: string;
  env?: Record<string, string>;
  endpoint?: string;
  close(): Promise<void>;
}

function lockFile(text: string, ageSeconds: number): string {
  const root = join(here.root, "www");
  mkdirSync(join(root, ".sitegen-deploy"), { recursive: true });
  const file = join(root, ".sitegen-deploy/lock");
  writeFileSync(file, text);
  const at = Date.now() / 1000 - ageSeconds;
  utimesSync(file, at, at);
  return root;
}

const KINDS = {
  folder: async (text: string, age: number): Promise<Held> => ({
    target: lockFile(text, age),
    close: async () => {},
  }),
  SFTP: async (text: string, age: number): Promise<Held> => {
    const ssh = await startSshServer();
    return { target: `${ssh.origin}${lockFile(text, age)}`, env: ssh.env, close: ssh.close };
  },
  S3: async (text: string, age: number): Promise<Held> => {
    const s3 = await startStrictS3("site");
    const modified = new Date(Date.now() - age * 1000);
    s3.objects.set("www/.sitegen-deploy/lock", { bytes: Buffer.from(text), etag: '"x"', modified, headers: {} });
    return { target: "s3://site/www", env: s3.env, endpoint: s3.endpoint, close: s3.close };
  },
};

describe.each(Object.entries(KINDS))("%s", (_kind, hold) => {
  const deploy = ({ target, env = {}, endpoint = "" }: Held) => deployTo(target, { out: here.out, env, endpoint });

  test("of another machine and fresh: told since when, nothing changed", async () => {
    const held = await hold(JSON.stringify(HOLDER), 30);
    try {
      await expect(deploy(held)).rejects.toMatchObject({
        code: "DEPLOY_LOCKED",
        message: expect.stringMatching(/^Another process has been deploying to .* since 2026-01-02T03:04:05/),
        hint: expect.stringContaining("60 seconds"),
      });
    } finally {
      await held.close();
    }
  });

  test.each([
    ["silent for more than a minute", JSON.stringify(HOLDER), 65],
    ["written while the target's clock was an hour ahead", JSON.stringify(HOLDER), -3600],
    ["of a deploy that was interrupted", JSON.stringify({ ...HOLDER, ended: true }), 1],
    ["damaged", '{"id":', 1],
  ])("%s: taken over", async (_how, text, age) => {
    const held = await hold(text, age);
    try {
      const report = await deploy(held);
      expect(report.files.uploaded).toBe(report.files.total);
      expect((await deploy(held)).files.uploaded).toBe(0);
    } finally {
      await held.close();
    }
  });

  test.each([
    ["an hour ahead, and the holder alive", 3600, 30, 1, "Another process has been deploying"],
    ["an hour behind, and the holder dead", -3600, 65, 0, "✓ Deployed"],
  ])("this machine's clock is %s: the age is by the target's clock", async (_how, ahead, age, code, said) => {
    const held = await hold(JSON.stringify(HOLDER), age);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ahead * 1000 });
    try {
      const { target, env = {}, endpoint = "" } = held;
      const args = ["deploy", target, ...(endpoint === "" ? [] : ["--endpoint", endpoint])];
      const result = await runHere(args, { cwd: here.root, env });
      expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(said)]);
    } finally {
      vi.useRealTimers();
      await held.close();
    }
  });
});

test("a network's login page, which answers every request, is not taken for another deploy", async () => {
  const portal = createServer((request, response) => {
    request.resume();
    request.on("end", () =>
      response.writeHead(200, { "content-type": "text/html" }).end("<title>Please log in</title>"),
    );
  });
  await new Promise<void>((done) => portal.listen(0, "127.0.0.1", done));
  try {
    const endpoint = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
    const env = { AWS_ACCESS_KEY_ID: "x", AWS_SECRET_ACCESS_KEY: "y" };
    await expect(deployTo("s3://site/www", { out: here.out, env, endpoint })).rejects.toMatchObject({
      code: "DEPLOY_UNREACHABLE",
      message: expect.stringContaining("something else answers in its place"),
    });
  } finally {
    portal.closeAllConnections();
    portal.close();
  }
});

test("a lock whose creation was done, but not confirmed, is its own", async () => {
  let text = "";
  const file: LockFile = {
    isExclusive: true,
    create: async (given) => {
      if (text !== "") return false;
      text = given;
      throw new TransientError(new Error("the connection broke"));
    },
    read: async () => (text === "" ? null : { text, ageMs: async () => 0 }),
    write: async (given) => {
      text = given;
    },
    remove: async () => {
      text = "";
    },
  };
  const retry = createRetry({ baseMs: 1, tries: 3 });
  const onLost = (error: Error) => expect.unreachable(error.message);
  const lock = await takeDeployLock({ file, retry, lasting: retry, target: "s3://site", buildId: "b", onLost });
  await lock.begin();
  await lock.release(true);
  expect(text).toBe("");
});

test("a busy target refuses the lock as often as every other file before the deploy ends", async () => {
  let text = "";
  let refused = 0;
  const busy = <T>(result: T): T => {
    refused += 1;
    if (refused % 7 === 0) return result;
    throw new TransientError(new Error("SlowDown"), { slowDown: true });
  };
  const file: LockFile = {
    isExclusive: false,
    create: async (given) => {
      text = given;
      return true;
    },
    read: async () => (text === "" ? null : busy({ text, ageMs: async () => 0 })),
    write: async () => undefined,
    remove: async () => undefined,
  };
  const retry = createRetry({ baseMs: 1 });
  const onLost = (error: Error) => expect.unreachable(error.message);
  const lock = await takeDeployLock({ file, retry, target: "s3://site", buildId: "b", onLost });
  await lock.begin();
  expect(refused).toBe(7);
  await lock.release(true);
});

test("a holder that is alive writes its lock again; one that has lost it stops", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    let text = "";
    let writes = 0;
    const file = {
      isExclusive: true,
      create: async (given: string) => {
        text = given;
        return true;
      },
      read: async () => (text === "" ? null : { text, ageMs: async () => 0 }),
      write: async (given: string) => {
        writes += 1;
        text = given;
      },
      remove: async () => {
        text = "";
      },
    };
    const retry = createRetry({ tries: 1 });
    const lost = vi.fn();
    const options = { file, retry, lasting: retry, target: "s3://site", buildId: "b", onLost: lost };
    const lock = await takeDeployLock(options);
    await vi.advanceTimersByTimeAsync(15_000);
    expect([writes, lost.mock.calls.length]).toEqual([1, 0]);
    text = JSON.stringify(HOLDER);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(lost.mock.calls).toEqual([[expect.objectContaining({ code: "DEPLOY_LOCKED" })]]);
    await expect(lock.release(false)).rejects.toMatchObject({ code: "DEPLOY_LOCKED" });
    expect(JSON.parse(text)).toEqual(HOLDER);
    // As a switched deploy ends, whose trees say what is incomplete.
    await lock.release(true);
    expect(text).not.toBe("");
  } finally {
    vi.useRealTimers();
  }
});

test("a heartbeat that is under way when the deploy ends does not leave the lock behind", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  try {
    let text = "";
    let goOn = () => {};
    let slow = Promise.resolve();
    const file: LockFile = {
      isExclusive: true,
      create: async (given) => {
        text = given;
        return true;
      },
      read: async () => (text === "" ? null : { text, ageMs: async () => 0 }),
      // The target is slow, and a deploy ends meanwhile.
      write: async (given) => {
        await slow;
        text = given;
      },
      remove: async () => {
        text = "";
      },
    };
    const retry = createRetry({ tries: 1 });
    const onLost = (error: Error) => expect.unreachable(error.message);
    const lock = await takeDeployLock({ file, retry, lasting: retry, target: "s3://site", buildId: "b", onLost });
    slow = new Promise((done) => {
      goOn = done;
    });
    await vi.advanceTimersByTimeAsync(15_000);
    const ended = lock.release(true);
    goOn();
    await ended;
    await slow;
    await new Promise((done) => setImmediate(done));
    expect(text).toBe("");
  } finally {
    vi.useRealTimers();
  }
});
