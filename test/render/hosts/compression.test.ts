/** nginx and Apache send texts compressed, and unchanged ones not again: nginx by itself compresses HTML at most. */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apacheFiles } from "../../../src/render/hosts/apache.ts";
import { nginxFiles } from "../../../src/render/hosts/nginx.ts";
import { hostInput, writeSite } from "./fixture.ts";
import { type RunningServer, startApache, startNginx } from "./servers.ts";

const TEXTS = [
  "index.html",
  "de/team/index.html",
  "_assets/a.js",
  "_assets/a.css",
  "_payload.json",
  "a.svg",
  "feed.xml",
];
const TEXT = "Words that come again and again. ".repeat(200);

const HOSTS = {
  nginx: { files: nginxFiles, start: (root: string, file: string) => startNginx(root, join(root, file)) },
  apache: { files: apacheFiles, start: (root: string) => startApache(root) },
};

/** A site of texts, and bytes that only look like a picture. */
async function withServer(host: keyof typeof HOSTS, use: (server: RunningServer) => Promise<void>): Promise<void> {
  const { files, start } = HOSTS[host];
  const [file = { path: "", text: "" }] = files(hostInput()).files;
  const root = await writeSite(file);
  for (const path of [...TEXTS, "_assets/a.webp"]) await writeFile(join(root, path), TEXT);
  const server = await start(root, file.path);
  try {
    await use(server);
  } finally {
    await server.stop();
    await rm(root, { recursive: true });
  }
}

test.each(["nginx", "apache"] as const)("%s compresses texts once, and pictures not at all", async (host) => {
  await withServer(host, async ({ origin }) => {
    const coded = new Map<string, string | null>();
    for (const path of [...TEXTS, "_assets/a.webp"]) {
      const response = await fetch(`${origin}/${path}`, { headers: { "accept-encoding": "gzip" } });
      coded.set(path, response.headers.get("content-encoding"));
      expect(await response.text()).toBe(TEXT);
      if (path !== "_assets/a.webp") expect(response.headers.get("vary")).toContain("Accept-Encoding");
    }
    expect(Object.fromEntries(coded)).toEqual({
      ...Object.fromEntries(TEXTS.map((path) => [path, "gzip"])),
      "_assets/a.webp": null,
    });
    const plain = await fetch(`${origin}/_assets/a.js`, { headers: { "accept-encoding": "identity" } });
    expect(plain.headers.get("content-encoding")).toBeNull();
  });
});

test.each(["nginx", "apache"] as const)("%s does not send an unchanged page again", async (host) => {
  await withServer(host, async ({ origin }) => {
    for (const path of ["index.html", "_payload.json"]) {
      for (const encoding of ["gzip", "identity"]) {
        const headers = { "accept-encoding": encoding };
        const etag = (await fetch(`${origin}/${path}`, { headers })).headers.get("etag") ?? "";
        const again = await fetch(`${origin}/${path}`, { headers: { ...headers, "if-none-match": etag } });
        expect([path, encoding, again.status]).toEqual([path, encoding, 304]);
      }
    }
  });
});
