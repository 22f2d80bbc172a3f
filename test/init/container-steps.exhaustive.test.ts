/**
 * `init --ci container`, step by step: the Dockerfile's steps are run, and the three services of compose.yml from what comes
 * out, each with its user, its read-only file system and its volume. `npm test` has test/init/container.test.ts.
 */
import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { cpSync, createReadStream, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { freePort } from "../helpers/free-port.ts";
import { baseImage, buildImage, type Container, type Image, startContainer } from "../helpers/image.ts";
import { packedTarball, runOutside } from "../helpers/packed-package.ts";
import { runHere } from "../helpers/run-here.ts";

interface Service {
  command?: string[];
  user?: string;
  volumes?: string[];
  env_file?: string;
  read_only?: boolean;
  healthcheck?: { test: string[] };
}

const SECRETS = {
  STORYBLOK_WEBHOOK_SECRET: "the-secret-of-the-webhook",
  SITEGEN_CONSOLE_KEY: "the-key-of-the-console",
};
const folder = temporaryFolder();
const repository = join(folder.dir, "repository");
const data = join(folder.dir, "data");
const running = new Map<string, Container>();
let registry: Server;
let service: SpaceService;
let services: Record<string, Service>;
let image: Image;
/** Ports of one's own for those in the files. */
const ports: Record<string, number> = {};
const withPorts = (text: string) => text.replace(/\b(8080|3000|8000)\b/g, (port) => String(ports[port]));

/** The image of nginx without root, as its own Dockerfile has it: https://github.com/nginx/docker-nginx-unprivileged */
function nginxImage(): Image {
  const root = baseImage(join(folder.dir, "nginx"), { user: "101:101" });
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path /tmp/${name};`,
  );
  mkdirSync(join(root.root, "etc/nginx/conf.d"), { recursive: true });
  cpSync("/etc/nginx/mime.types", join(root.root, "etc/nginx/mime.types"));
  writeFileSync(
    join(root.root, "etc/nginx/nginx.conf"),
    `worker_processes 1; error_log stderr; pid /tmp/nginx.pid; events {}
http { include mime.types; access_log off; ${temporary.join(" ")} include conf.d/*.conf; }`,
  );
  return root;
}

/** Starts a service as compose.yml says. */
function up(name: string, command?: readonly string[]): Container {
  const of = name === "web" ? nginxImage() : image;
  const { volumes = [], user, env_file, command: args = [], read_only } = services[name] ?? {};
  const mounts = volumes.map((volume) => {
    const [from = "", to = "", mode = "rw"] = volume.split(":");
    return [from === "data" ? data : join(repository, from), to, mode];
  });
  const env =
    env_file === undefined ? {} : { ...SECRETS, STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token };
  const whole = name === "web" ? args : [...of.entrypoint, ...(args.length > 0 ? args : of.cmd)];
  return startContainer(of, { command: command ?? whole, ...(user && { user }), mounts, env, isOpen: !read_only });
}

function start(name: string): Container {
  const container = up(name);
  running.set(name, container);
  return container;
}

const get = (port: string, path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${ports[port]}${path}`, { headers });
/** The image's own question, in a container like the service's. */
const healthy = async (name: string) =>
  (await up(name, services[name]?.healthcheck?.test.slice(1) ?? image.health).ended) === 0;
const status = (container: Container, key: string) =>
  new RegExp(`^${key}:\\s*(.*)$`, "m").exec(readFileSync(`/proc/${container.pid()}/status`, "utf8"))?.[1];

beforeAll(async () => {
  const tarball = await packedTarball();
  registry = createServer((_request, response) => createReadStream(tarball).pipe(response));
  await new Promise<void>((done) => registry.listen(0, "127.0.0.1", done));
  mkdirSync(repository);
  expect((await runHere(["init", "--yes", "--ci", "container"], { cwd: repository })).code).toBe(0);
  cpSync(join(repository, "space"), join(folder.dir, "space"), { recursive: true });
  rmSync(join(repository, "space"), { recursive: true });
  service = await startSpaceService({ dir: join(folder.dir, "space"), watch: false, quiet: true });
  const own = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  own.dependencies["sitegen-storyblok"] = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/sitegen.tgz`;
  writeFileSync(join(repository, "package.json"), JSON.stringify(own));
  await runOutside("npm", ["install", "--package-lock-only", "--silent", "--prefer-offline"], repository);
  writeFileSync(join(repository, ".env"), "STORYBLOK_TOKEN=not-for-the-image\n");
  for (const port of ["8080", "3000", "8000"]) ports[port] = await freePort();
  for (const name of ["compose.yml", "container/nginx.conf"])
    writeFileSync(join(repository, name), withPorts(readFileSync(join(repository, name), "utf8")));
  services = parse(readFileSync(join(repository, "compose.yml"), "utf8"), { merge: true }).services;
  image = await buildImage(withPorts(readFileSync(join(repository, "Dockerfile"), "utf8")), repository, folder.dir);
  // A volume begins as what the image has in its place.
  execFileSync("cp", ["-a", join(image.root, "data"), data]);
}, 300_000);

afterAll(async () => {
  for (const container of running.values()) {
    try {
      container.stop();
    } catch {
      // It has ended.
    }
    await container.ended;
  }
  registry.close();
  await service.close();
  folder.remove();
});

test("the image has the site without what is secret, and only its volume is the user's", async () => {
  const has = (path: string) => execFileSync("sh", ["-c", `ls -A ${join(image.root, path)}`]).toString();
  expect(has("site").split("\n")).toContain("sitegen.config.ts");
  expect(has("site").split("\n")).not.toContain(".env");
  expect(image).toMatchObject({ user: "1000:1000", workdir: "/site" });
  const find = up("listen", ["find", "/", "-xdev", "-user", "1000", "-not", "-path", "/tmp*"]);
  expect([await find.ended, find.output().trim()]).toEqual([0, "/data"]);
  const write = up("listen", [
    "sh",
    "-c",
    "exec 2>&1; touch /site/a; touch /etc/a; touch /data/a /tmp/a && rm /data/a && echo written",
  ]);
  await write.ended;
  expect(write.output()).toMatch(/\/site\/a.*Read-only file system\n.*\/etc\/a.*Read-only file system\nwritten/);
});

test("`listen` runs as nobody in particular, is healthy, and shows no secret", async () => {
  expect(await healthy("listen")).toBe(false);
  // Kubernetes starts both at once.
  const web = start("web");
  await expect.poll(() => web.output()).toContain("waiting for the first build");
  const listen = start("listen");
  await expect.poll(() => healthy("listen"), { timeout: 60_000, interval: 500 }).toBe(true);
  expect([
    status(listen, "Uid"),
    status(listen, "CapEff"),
    status(listen, "CapBnd"),
    status(listen, "NoNewPrivs"),
  ]).toEqual(["1000\t1000\t1000\t1000", "0000000000000000", "0000000000000000", "1"]);
  const shown = execFileSync("ps", ["-eo", "args"]).toString() + listen.output();
  expect(shown).toContain("sitegen.mjs listen --host 0.0.0.0");
  for (const secret of [...Object.values(SECRETS), service.token]) expect(shown).not.toContain(secret);
});

test("nginx serves the site with the build's headers, and passes webhook and drafts on", async () => {
  start("drafts");
  await expect.poll(() => healthy("drafts"), { timeout: 60_000, interval: 500 }).toBe(true);
  await expect.poll(async () => (await get("8000", "/").catch(() => null))?.status, { timeout: 240_000 }).toBe(200);
  const home = await get("8000", "/");
  expect(home.headers.get("content-security-policy")).toContain("frame-ancestors");
  expect((await get("8000", "/nothing/")).status).toBe(404);
  expect((await get("8000", "/../state/")).status).toBe(404);
  expect((await get("8000", "/", { host: "preview.example.com" })).status).toBe(200);

  service.publish("home", ({ content }) => {
    const [hero] = content.body as { headline: string }[];
    if (hero) hero.headline = "Published";
  });
  const body = JSON.stringify({ action: "published", full_slug: "home", space_id: 1 });
  const signature = createHmac("sha1", SECRETS.STORYBLOK_WEBHOOK_SECRET).update(body).digest("hex");
  const url = `http://127.0.0.1:${ports["8000"]}/webhook`;
  expect((await fetch(url, { method: "POST", body })).status).toBe(401);
  expect((await fetch(url, { method: "POST", body, headers: { "webhook-signature": signature } })).status).toBe(202);
  await expect.poll(async () => (await get("8000", "/")).text()).toContain("Published");
});

test("SIGTERM ends each of them cleanly, and the site stays whole", async () => {
  for (const [name, code] of [
    ["drafts", 130],
    ["listen", 130],
    ["web", 0],
  ] as const) {
    const container = running.get(name);
    container?.stop();
    expect([name, await container?.ended]).toEqual([name, code]);
    running.delete(name);
  }
  expect(readFileSync(join(data, "out/index.html"), "utf8")).toContain("Published");
  expect(await healthy("listen")).toBe(false);
});
