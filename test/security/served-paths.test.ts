/** `sitegen serve` answers with files of its folder and with nothing else, whatever the path says. */
import { rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../src/serve/listen.ts";
import { createStaticHost } from "../helpers/static-host.ts";
import { folder, get } from "../serve/helpers.ts";

/** Everything but `public` is outside the site. */
const FILES = {
  "secret.txt": "secret",
  "private/index.html": "secret",
  "public/index.html": "home",
  "public/404.html": "lost",
  "public/team/index.html": "team",
  "public/_headers": "secret",
  "public/_redirects": "secret",
  "public/.htaccess": "secret",
  "public/.git/config": "secret",
};

let root = "";
let server: Listening;

beforeAll(async () => {
  root = folder(FILES);
  const handler = createStaticHost({ root: join(root, "public"), base: "/", headers: {} });
  server = await listen({ host: "127.0.0.1", port: 0, handler, onFailure: () => undefined });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

test.each([
  "/.htaccess",
  "/.git/config",
  "/%2egit/config",
  "/_headers",
  "/_redirects",
  "/../secret.txt",
  "/team/../../secret.txt",
  "/%2e%2e/secret.txt",
  "/%2e%2e%2fsecret.txt",
  "/..%5csecret.txt",
  "/%252e%252e/secret.txt",
  "/team/%00.html",
  "/team%00/",
  "/%ff",
  "/%",
  `/${"a".repeat(300)}/`,
  `/${"a/".repeat(900)}`,
  "*",
])("%s", async (path) => {
  const got = await get(server.origin, path);
  expect(got.status).toBe(404);
  expect(got.text).not.toContain("secret");
});

test("an absolute target is read as a path, whatever host it names", async () => {
  expect((await get(server.origin, "http://evil.example/team")).headers.location).toBe("/team/");
  expect((await get(server.origin, "http://evil.example//evil.example/")).headers.location).toBe("/evil.example/");
});

test("a link that leads out of the folder is not followed, one inside is", async () => {
  symlinkSync(join(root, "private"), join(root, "public/linked"));
  symlinkSync(join(root, "public/team"), join(root, "public/crew"));
  expect((await get(server.origin, "/linked/")).status).toBe(404);
  expect((await get(server.origin, "/crew/")).status).toBe(200);
});
