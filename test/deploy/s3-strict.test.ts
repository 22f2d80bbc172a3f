/** An S3 server that verifies every signature and checksum, and one that stops responding. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRetry, TransientError } from "../../src/deploy/retry.ts";
import { openS3Target } from "../../src/deploy/targets/s3.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { LATEST, makeBuild } from "../publish/kill/site.ts";
import { createDeployFolders, type DeployFolders, deployTo, expectDeployed } from "./deploy-folders.ts";
import { type StrictS3, startStrictS3 } from "./strict-s3.ts";

const BUCKET = "strict";
let here: DeployFolders;
let s3: StrictS3;
beforeAll(async () => {
  here = createDeployFolders();
  s3 = await startStrictS3(BUCKET);
});
afterAll(async () => {
  await s3.close();
  await here.remove();
});

const deploy = (env: Record<string, string> = s3.env, more: { full?: boolean } = {}) =>
  deployTo(`s3://${BUCKET}/a site`, { out: here.out, env, endpoint: s3.endpoint, ...more });
const tree = () =>
  Object.fromEntries([...s3.objects].map(([key, { bytes }]) => [key.slice("a site/".length), bytes.toString("utf8")]));

async function publish(number: number): Promise<void> {
  const output = await openOutputTransaction(here);
  const build = makeBuild(number);
  for (const [path, text] of build.files) await output.put(path, text);
  // Characters with a meaning in a URL, in XML or in a signature.
  for (const name of ["größe & maß", "a+b=c", "it's (100%)", "日本"])
    await output.put(`${name}/index.html`, `${number}`);
  await output.put("_assets/film-1.mp4", "x".repeat(9_000_000));
  const site = { site: "test", base: "/" };
  await output.publish({ buildId: build.id, keepBuilds: 0, site });
}

test("a secret that is wrong is refused, and shown nowhere", async () => {
  await publish(1);
  const error = (await deploy({ ...s3.env, AWS_SECRET_ACCESS_KEY: "some other secret" }).catch(
    (raw: unknown) => raw,
  )) as Error & { code: string };
  expect([error.code, s3.objects.size]).toEqual(["DEPLOY_REFUSED", 0]);
  expect(`${error.message}${error.stack}`).not.toContain("some other secret");
});

test("each request of a first deploy, of a publish, of deletions and of --full is signed over what it carries", async () => {
  await publish(1);
  await deploy();
  await expectDeployed(here.out, tree());
  for (const number of [2, 9, 14]) {
    await publish(number);
    await deploy();
    await expectDeployed(here.out, tree());
  }
  const key = "a site/größe & maß/index.html";
  const object = s3.objects.get(key);
  if (!object) throw new Error(`${key} is not there`);
  s3.objects.set(key, { ...object, bytes: Buffer.from("??"), etag: '"changed"' });
  expect((await deploy(s3.env, { full: true })).files.uploaded).toBe(2);
  await expectDeployed(here.out, tree());
});

test.each([20, -20])("a clock that is %i minutes off is made up for", async (minutes) => {
  await publish(minutes + 40);
  s3.ahead = minutes;
  await deploy().finally(() => {
    s3.ahead = 0;
  });
  await expectDeployed(here.out, tree());
});

test("a service that fails once with status 200 is asked again", async () => {
  await publish(7);
  await deploy();
  await publish(8); // without pages of the one before
  let isFirst = true;
  s3.disturb = ({ method }, response) => {
    if (method !== "POST" || !isFirst) return false;
    isFirst = false;
    const fault = "<Error><Key>a site/x</Key><Code>InternalError</Code><Message>Try again.</Message></Error>";
    response.writeHead(200, { "content-type": "application/xml" }).end(`<DeleteResult>${fault}</DeleteResult>`);
    return true;
  };
  await deploy().finally(() => {
    s3.disturb = () => false;
  });
  expect(isFirst).toBe(false);
  await expectDeployed(here.out, tree());
});

test("credentials that expire in the middle are said to, and the next deploy goes on", async () => {
  await publish(12);
  s3.disturb = ({ method, url = "" }, response) => {
    if (method !== "PUT" || url.includes("/lock") || s3.objects.size % 10 !== 0) return false;
    response.writeHead(400, { "content-type": "application/xml" }).end("<Error><Code>ExpiredToken</Code></Error>");
    return true;
  };
  const expired = await deploy().catch((error: unknown) => error);
  s3.disturb = () => false;
  expect(expired).toMatchObject({ code: "DEPLOY_REFUSED", hint: expect.stringContaining("have expired") });
  await deploy();
  await expectDeployed(here.out, tree());
});

test("a service whose listings have small pages keeps nothing of builds that are not kept", async () => {
  s3.pageSize = 1;
  for (const number of [5, 4, 3]) {
    await publish(number);
    await deploy();
  }
  // Of the served build and the one before.
  expect(Object.keys(tree()).filter((path) => /^_assets\/builds\/files\/[^/]*$/.test(path))).toHaveLength(2);
  s3.pageSize = 1000;
});

test("a server that goes silent is given up, to be tried again", async () => {
  const server = createServer(() => undefined);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const md5Of = async () => "";
  const options = { bucket: BUCKET, prefix: "", endpoint, env: s3.env, connections: 1, silenceMs: 300, md5Of };
  const target = await openS3Target(options);
  await expect(target.read(LATEST)).rejects.toBeInstanceOf(TransientError);
  await target.close();
  server.close();
  server.closeAllConnections();
});

test("a service that is busy at every tenth request ends neither many questions nor a long listing", async () => {
  s3.objects.clear();
  const publishPages = async (id: string, count: number) => {
    const output = await openOutputTransaction(here);
    for (let page = 0; page < count; page += 1) await output.put(`page-${page}/index.html`, `page ${page}`);
    await output.put(`_assets/builds/meta/${id}.json`, "{}");
    await output.put(LATEST, JSON.stringify({ id }));
    const site = { site: "test", base: "/" };
    await output.publish({ buildId: id, keepBuilds: 0, site });
  };
  let asked = 0;
  const isBusy =
    (nth: number, kind: RegExp): StrictS3["isBusy"] =>
    ({ method, url }) =>
      kind.test(`${method} ${url}`) && ++asked % nth === 0;
  try {
    await publishPages("few", 1);
    await deploy();
    await publishPages("many", 45);
    s3.isBusy = isBusy(10, /^HEAD/);
    await deploy();
    await expectDeployed(here.out, tree());
    expect(asked).toBeGreaterThan(44);

    const object = { bytes: Buffer.from("x"), etag: '"x"', modified: new Date(), headers: {} };
    for (let number = 0; number < 8000; number += 1) s3.objects.set(`a site/other/${number}`, object);
    await publishPages("more", 60);
    asked = 0;
    s3.isBusy = isBusy(4, /^GET .*max-keys=1000/);
    await deploy(s3.env, { full: true });
    expect(asked).toBeGreaterThan(8);
  } finally {
    s3.isBusy = () => false;
  }
});

test("an answer without a body is told by its status", async () => {
  const access = { endpoint: s3.endpoint, env: s3.env, connections: 1 };
  const target = await openS3Target({ ...access, bucket: BUCKET, prefix: "", md5Of: async () => "" });
  s3.isBusy = () => true;
  try {
    const question = target.compare([{ path: "a", hash: "", size: 1 }], createRetry({ tries: 1 }));
    await expect(question).rejects.toMatchObject({ message: "Looking at a: 503 Service Unavailable." });
  } finally {
    s3.isBusy = () => false;
    await target.close();
  }
});
