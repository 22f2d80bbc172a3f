/** `sitegen export --assets` writes files named as in content: always below the folder's assets/, whatever they are called. */
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { exportSpace } from "../../src/export/export-space.ts";
import { definition } from "../helpers/definition.ts";
import { memorySpace, rawStory } from "../helpers/memory-space.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

let host: Server;
let origin: string;
let site: SmallSite;

beforeAll(async () => {
  // Answers every path: Node passes it on as it was sent.
  host = createServer((_, response) => response.end('{"from":"content"}'));
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`; // listens on a port
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});
afterEach(() => site.close());

/** Exports a space whose story has these files; returns what was written and said. */
async function exportFiles(...paths: string[]) {
  const body = paths.map((path) => ({ component: "hero", file: { fieldtype: "asset", filename: origin + path } }));
  site = await openSmallSite(
    {
      "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} } });`,
      "package.json": '{"name":"mine"}',
      "sitegen.config.json": JSON.stringify({ assetHosts: [origin] }),
    },
    { home: { content: { component: "page", body } } },
  );
  const before = fg.sync("**", { cwd: site.dir, dot: true });
  const access = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: site.service.token };
  const { code, stderr } = await runHere(["export", "--assets", "--dir", "copy/here"], { cwd: site.dir, env: access });
  expect(readFileSync(join(site.dir, "package.json"), "utf8")).toBe('{"name":"mine"}');
  const added = fg.sync("**", { cwd: site.dir, dot: true, ignore: before });
  const elsewhere = added.filter((file) => !/^(copy\/here|\.sitegen)\//.test(file));
  expect(elsewhere).toEqual([]);
  const assets = added.filter((file) => file.startsWith("copy/here/assets/"));
  const story = readFileSync(join(site.dir, "copy/here/stories/home.json"), "utf8");
  return { code, stderr, story, names: assets.map((file) => file.split("/").slice(4).join("/")).sort() };
}

test.each([
  ["/..%2F..%2F..%2F..%2Fpackage.json", "package.json"],
  ["/f/%2e%2e%2f%2e%2e%2f%2e%2e%2f%2e%2e%2fpackage.json", "package.json"],
  ["/f/%2Fetc%2Fcron.json", "cron.json"],
  ["/f/a%zz.json", "a%zz.json"],
  ["/f/a%20b%C3%BC.json", "a bü.json"],
  ["/f/space.json", "space.json"],
])("%s is the file %s of its own folder", async (path, name) => {
  expect(await exportFiles(path)).toMatchObject({
    code: 0,
    names: [name],
    story: expect.stringMatching(new RegExp(`"asset:[0-9a-f]+/${name}"`)),
  });
});

test.each([
  ["a backslash", "/f/..%5C..%5Cpackage.json"],
  ["a control character", "/f/a%00.json"],
  ["a line break", "/f/a%0A.json"],
  ["a dot first", "/f/..%2F.json"],
  ["256 bytes", `/f/${"a".repeat(251)}.json`],
])("a name with %s is reported and left out, and the story keeps the URL", async (_, path) => {
  const { code, stderr, story, names } = await exportFiles(path, "/f/other.json");
  expect([code, names]).toEqual([0, ["other.json"]]);
  expect(stderr).toContain("EXPORT_LEFT_OUT");
  expect(story).toContain(JSON.stringify(origin + path));
});

test("a story is a file below stories/, or reported and left out", async () => {
  site = await openSmallSite({});
  const slugs = ["../../package", "a/../../../package", "/etc/cron", "a\\..\\b", "a\u0000b", "team/index"];
  const space = memorySpace(slugs.map((slug) => rawStory({ full_slug: slug, uuid: slug })));
  const assets = new Map();
  const dir = join(site.dir, "copy/here");
  const { problems } = await exportSpace({ space, site: definition, dir, spaceId: "7", assets, origin: "" });
  expect(problems.map(({ story }) => story).sort()).toEqual(slugs.slice(0, -1).sort());
  const files = fg.sync("**", {
    cwd: site.dir,
    dot: true,
    ignore: ["space/**", "blocks/**", "copy/here/datasources/*"],
  });
  expect(files.sort()).toEqual(["copy/here/space.json", "copy/here/stories/team/index.json"]);
});
