/** A bucket that is switched, with an S3 server that checks signatures and checksums, and what is in front of it. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import type { Build } from "../publish/kill/site.ts";
import { createDeployFolders, type DeployFolders, expectWholePages } from "./deploy-folders.ts";
import { type StrictS3, startStrictS3 } from "./strict-s3.ts";

let here: DeployFolders;
let s3: StrictS3;
beforeAll(async () => {
  here = createDeployFolders();
  writeFileSync(join(here.root, "sitegen.config.json"), JSON.stringify({ site: { companyName: "X" }, keepBuilds: 1 }));
  s3 = await startStrictS3("site");
});
afterAll(async () => {
  await s3.close();
  await here.remove();
});

const run = (...args: string[]) => runHere(args, { cwd: here.root, env: { ...s3.env, AWS_ENDPOINT_URL: s3.endpoint } });
const liveTree = () => JSON.parse(s3.objects.get("www/builds/live.json")?.bytes.toString() ?? "{}").tree;

/** A reverse proxy that reads which tree is live, for each request. */
async function startProxy() {
  const server = createServer((request, response) => {
    const object = s3.objects.get(`www/builds/${liveTree()}${request.url}`);
    response.writeHead(object ? 200 : 404, object?.headers).end(object?.bytes);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  const read = async (path: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`);
    return answer.status === 404 ? null : answer.text();
  };
  return { read, close: () => server.close() };
}

test("each build is live at once behind a proxy that reads the object, and so is the one before", async () => {
  const proxy = await startProxy();
  const builds: Build[] = [];
  try {
    for (const number of [1, 2, 3, 4]) {
      builds.push(await here.publish(number));
      const done = await run("deploy", "s3://site/www", "--switch", "--json");
      expect(done, done.stderr).toMatchObject({ code: 0 });
      expect(JSON.parse(done.stdout).tree).toBe(liveTree());
      await expectWholePages(proxy.read, builds.slice(-1));
    }
    const back = await run("rollback", "--target", "s3://site/www");
    expect(back, back.stderr).toMatchObject({ code: 0 });
    await expectWholePages(proxy.read, builds.slice(-2, -1));
  } finally {
    proxy.close();
  }
  const live = liveTree();
  s3.disturb = ({ method, url = "" }, response) => {
    if (method !== "DELETE" && !(method === "PUT" && url.includes("live.json"))) return false;
    response.writeHead(400, { "content-type": "application/xml" }).end("<Error><Code>ExpiredToken</Code></Error>");
    return true;
  };
  const refused = await run("rollback", builds[3]?.id ?? "", "--target", "s3://site/www", "--json").finally(() => {
    s3.disturb = () => false;
  });
  expect([refused.code, liveTree()]).toEqual([1, live]);
  expect(JSON.parse(refused.stdout).error.message).toContain("live.json");
  expect(refused.stderr).toContain("The lock at the target stays for a minute");
  const trees = new Set([...s3.objects.keys()].flatMap((key) => /^www\/builds\/(t\d+)\//.exec(key)?.[1] ?? []));
  expect([...trees].sort()).toEqual(["t1", "t2"]);
  expect(s3.objects.get("www/builds/live.json")?.headers["cache-control"]).toBe("no-store");
  for (const [key, { headers }] of s3.objects)
    if (/\/t\d+\/.*\.html$/.test(key)) expect(headers["content-type"], key).toContain("text/html");
});

test("CloudFront's function adds the live tree to a path", async () => {
  const text = readFileSync(join(ROOT, "templates/hosts/cloudfront-switch.js"), "utf8");
  const code = text.replace(/^import .*$/m, "").replace('PREFIX = ""', 'PREFIX = "/www"');
  const cf = { kvs: () => ({ get: async (key: string) => (key === "live" ? liveTree() : undefined) }) };
  const handler = new Function("cf", `${code}; return handler;`)(cf);
  const address = async (uri: string): Promise<string> => (await handler({ request: { uri } })).uri;
  const tree = `/www/builds/${liveTree()}`;
  expect(await address("/")).toBe(`${tree}/index.html`);
  expect(await address("/section-1/page-1/")).toBe(`${tree}/section-1/page-1/index.html`);
  expect(await address("/section-1/page-1")).toBe(`${tree}/section-1/page-1/index.html`);
  expect(await address("/_assets/builds/latest.json")).toBe(`${tree}/_assets/builds/latest.json`);
  expect(s3.objects.has((await address("/")).slice(1))).toBe(true);
});
