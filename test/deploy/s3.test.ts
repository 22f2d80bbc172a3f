/** Specific to S3: headers, redirects, wrong buckets and keys, errors of the service. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { DeployOptions } from "../../src/deploy/deploy.ts";
import { cacheControl } from "../../src/http/cache-control.ts";
import { contentType } from "../../src/http/content-types.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { LATEST, makeBuild } from "../publish/kill/site.ts";
import {
  createDeployFolders,
  type DeployFolders,
  deployTo,
  expectDeployed,
  expectWholePages,
} from "./deploy-folders.ts";
import { BUCKET, type S3Service, startS3 } from "./s3-service.ts";

let here: DeployFolders;
let s3: S3Service;
beforeAll(async () => {
  here = createDeployFolders();
  s3 = await startS3();
});
afterEach(() => {
  s3.fault = () => null;
});
afterAll(async () => {
  await s3.close();
  await here.remove();
});

const deploy = (name: string, options: Partial<DeployOptions> = {}) =>
  deployTo(`s3://${BUCKET}/${name}`, { out: here.out, env: s3.env, endpoint: s3.endpoint, ...options });
const read = (name: string) => (path: string) => s3.text(`${name}/${path}`);
const tree = async (name: string) => {
  const keys = (await s3.keys()).filter((key) => key.startsWith(`${name}/`));
  return Object.fromEntries(
    await Promise.all(keys.map(async (key) => [key.slice(name.length + 1), (await s3.text(key)) ?? ""])),
  ) as Record<string, string>;
};

test("types and caching are those of the host files; plain permanent redirects are the target's own", async () => {
  const output = await openOutputTransaction(here);
  const stub = "<!doctype html><title>moved</title>";
  const files = {
    "index.html": "<h1>home</h1>",
    "_payload.json": "{}",
    "sitemap.xml": "<urlset/>",
    "_assets/app-1.js": "1",
    "_assets/film-1.mp4": "film",
    "alt/index.html": stub,
    "weg/index.html": stub,
    "extern/index.html": stub,
    "vorerst/index.html": stub,
    "frage/index.html": stub,
  };
  for (const [path, text] of Object.entries(files)) await output.put(path, text);
  const to = (target: string, status = 301) => ({ redirect: { to: target, status } });
  const routeRules = {
    "/frage/?lang=de": to("/de/antwort/"),
    "/frage/": to("/answer/"),
    "/alt/": to("/neu/"),
    "/weg/": to("/größe/?a=b#c"),
    "/extern/": to("https://jobs.example/x"),
    "/vorerst/": to("/neu/", 302),
    "/post/:slug/": to("/insights/:slug/"),
  };
  await output.put("_assets/builds/meta/r1.json", JSON.stringify({ id: "r1", routeRules }));
  await output.put(LATEST, JSON.stringify({ id: "r1" }));
  const site = { site: "https://www.example.com", base: "/sub/" };
  await output.publish({ buildId: "r1", keepBuilds: 1, site });
  await deploy("headers");
  for (const path of [...Object.keys(files), LATEST, "_assets/builds/meta/r1.json"]) {
    const headers = await s3.head(`headers/${path}`);
    const got = [path, headers.ContentType, headers.CacheControl];
    expect(got).toEqual([path, contentType(path).value, cacheControl(`/${path}`)]);
  }
  const location = async (path: string) =>
    (await s3.head(`headers/${path}/index.html`)).WebsiteRedirectLocation ?? null;
  expect(await location("alt")).toBe("/sub/neu/");
  expect(await location("weg")).toBe("/sub/gr%C3%B6%C3%9Fe/?a=b#c");
  expect(await location("extern")).toBe("https://jobs.example/x");
  // Rules that need the query, or are not permanent, are left to the stub.
  expect([await location("vorerst"), await location("frage")]).toEqual([null, null]);
  expect(await s3.text("headers/vorerst/index.html")).toBe(stub);
});

test("busy answers, errors of the service and broken lines are tried again", async () => {
  await here.publish(1);
  const seen = new Map<string, number>();
  s3.fault = ({ method, url, number }) => {
    const count = (seen.get(method + url) ?? 0) + 1;
    seen.set(method + url, count);
    if (count > 1 || number % 3 !== 0) return null;
    if (number % 4 === 0) return { breakAfter: 200 };
    return number % 2 === 0 ? { status: 503, code: "SlowDown" } : { status: 500, code: "InternalError" };
  };
  const report = await deploy("faults");
  await expectDeployed(here.out, await tree("faults"));
  expect(report.requests).toBeGreaterThan(report.files.uploaded + 20);
});

test("a key that is refused stops it; visitors keep whole pages, and the next deploy sends what is missing", async () => {
  const before = await here.publish(1);
  await deploy("refused");
  const after = await here.publish(12);
  const pages = [...after.files].filter(([path, text]) => path.endsWith(".html") && before.files.get(path) !== text);
  const refused = pages.at(-1)?.[0] ?? "";
  s3.fault = ({ key, method }) =>
    method === "PUT" && key === `refused/${refused}` ? { status: 403, code: "AccessDenied" } : null;
  await expect(deploy("refused")).rejects.toMatchObject({
    code: "DEPLOY_REFUSED",
    message: expect.stringContaining(refused),
  });
  await expectWholePages(read("refused"), [before, after]);
  expect(JSON.parse((await read("refused")(LATEST)) ?? "").id).toBe(before.id);
  s3.fault = () => null;
  const held = await tree("refused");
  const report = await deploy("refused");
  await expectDeployed(here.out, await tree("refused"));
  const missing = Object.entries(await tree("refused")).filter(([path, text]) => held[path] !== text);
  expect(report.files.uploaded).toBe(missing.length);
});

test("a first deploy that died is finished without --adopt, and only what is missing goes", async () => {
  await here.publish(3);
  let sent = 0;
  s3.fault = ({ method, key }) =>
    method === "PUT" && !key.endsWith("lock") && ++sent > 15 ? { status: 507, code: "InsufficientStorage" } : null;
  await expect(deploy("half")).rejects.toMatchObject({ code: "DEPLOY_NO_SPACE" });
  s3.fault = () => null;
  const held = Object.keys(await tree("half")).filter((path) => !path.startsWith(".sitegen-deploy"));
  expect(held.length).toBeGreaterThan(5);
  const report = await deploy("half");
  expect(report.files.uploaded).toBe(report.files.total - held.length);
  await expectDeployed(here.out, await tree("half"));
});

test("after a deploy that died another build may follow; no page of the dead one stays", async () => {
  const first = await here.publish(1);
  await deploy("other");
  const dead = await here.publish(8);
  s3.fault = ({ key, method }) =>
    method === "PUT" && key === "other/sitemap.xml" ? { status: 403, code: "AccessDenied" } : null;
  await expect(deploy("other")).rejects.toMatchObject({ code: "DEPLOY_REFUSED" });
  await expectWholePages(read("other"), [first, dead]);
  s3.fault = () => null;
  await here.publish(14);
  await deploy("other");
  await expectDeployed(here.out, await tree("other"));
});

test("a bucket that is not there, keys that are wrong, no right to write: said clearly, nothing changed", async () => {
  await here.publish(1);
  const wrong = (target: string, env = s3.env) =>
    deployTo(target, { out: here.out, env, endpoint: s3.endpoint }).catch((error: unknown) => error);
  expect(await wrong("s3://elsewhere/x")).toMatchObject({
    code: "DEPLOY_NOT_FOUND",
    message: 'There is no bucket "elsewhere".',
  });
  const stranger = { ...s3.env, AWS_ACCESS_KEY_ID: "STRANGER", AWS_SECRET_ACCESS_KEY: "a secret of mine" };
  const refused = (await wrong(`s3://${BUCKET}/x`, stranger)) as Error & { code: string };
  expect(refused.code).toBe("DEPLOY_REFUSED");
  expect(`${refused.message}${refused.stack}`).not.toContain("a secret of mine");
  s3.fault = ({ method }) => (method === "GET" ? null : { status: 403, code: "AccessDenied" });
  expect(await wrong(`s3://${BUCKET}/x`)).toMatchObject({ code: "DEPLOY_REFUSED" });
  expect(Object.keys(await tree("x"))).toEqual([]);
});

test("nobody there: it says so after some tries", async () => {
  await here.publish(1);
  const nobody = deployTo(`s3://${BUCKET}/x`, {
    out: here.out,
    env: s3.env,
    endpoint: "http://127.0.0.1:9",
    signal: AbortSignal.timeout(1500),
  });
  await expect(nobody).rejects.toThrow();
});

test("a service without conditional writes: of two deploys at once at most one goes on", async () => {
  const plain = await startS3({ conditional: false });
  try {
    await here.publish(2);
    const one = () => deployTo(`s3://${BUCKET}/p`, { out: here.out, env: plain.env, endpoint: plain.endpoint });
    const results = await Promise.allSettled([one(), one(), one()]);
    const done = results.filter(({ status }) => status === "fulfilled");
    expect(done.length).toBeLessThanOrEqual(1);
    await one();
    for (const [path, text] of makeBuild(2).files) expect([path, await plain.text(`p/${path}`)]).toEqual([path, text]);
  } finally {
    await plain.close();
  }
});
