/** The `public` folder: published as it is, only what has changed, and never instead of something else. */
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { closeServer, originOf } from "../../src/http/listening.ts";
import type { VerifyReport } from "../../src/verify/verify.ts";
import { filesOf } from "../helpers/build-site.ts";
import { copyBundles } from "../helpers/bundles.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { createStaticHost } from "../helpers/static-host.ts";
import { startApache, startNginx } from "../render/hosts/servers.ts";
import { get } from "../serve/helpers.ts";

const SITE = `import "./layout/note.ts"; export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`;
const PUBLIC = {
  "public/terms.pdf": "%PDF",
  "public/a folder/größe & maß 100%.txt": "text",
  "public/models/wheel.glb": "solid",
  "public/app.webmanifest": "{}",
  "public/notes.md": "# Notes",
  "public/data.odd": "??",
  "public/tour.htm": "<p>Tour",
  "public/map.xsl": "<a/>",
  "public/.well-known/security.txt": "Contact: x",
  "public/.DS_Store": "of the file system",
  "public/tool/index.html": "<!doctype html><title>Tool</title>",
};

let site: SmallSite;
beforeAll(async () => {
  site = await openSmallSite(
    { "site.ts": SITE, "layout/note.ts": "export const note = 1;" },
    { home: storyWithHeadline("Home"), about: storyWithHeadline("About", { name: "About" }) },
  );
  chmodSync(site.dir, 0o755); // nginx reads it as a user of its own
  await build();
  copyBundles(join(site.dir, "state/cache"), join(site.dir, "bundles"));
});
afterAll(() => site.close());
beforeEach(() => {
  for (const name of ["public", "out", "state"]) rmSync(join(site.dir, name), { recursive: true, force: true });
  takeBundles("state");
  site.write(PUBLIC);
});
/** The code is the same in almost all builds, and bundling it most of each. */
const takeBundles = (state: string) => copyBundles(join(site.dir, "bundles"), join(site.dir, state, "cache"));

const CONFIG = { hosts: ["nginx", "apache"], site: { origin: "https://www.x.example", companyName: "X" } };
const build = (overrides = {}) => site.build({ config: CONFIG, overrides });
function buildClean() {
  rmSync(join(site.dir, "clean"), { recursive: true, force: true });
  takeBundles("clean/state");
  return build({ out: join(site.dir, "clean/out"), stateDir: join(site.dir, "clean/state") });
}
/** Builds again and compares with a clean build. */
async function buildAndCompare() {
  const { report } = await build();
  const clean = await buildClean();
  expect(clean.report.buildId).toBe(report.buildId);
  expect(filesOf(site.out)).toMatchObject(filesOf(join(site.dir, "clean/out")));
  return report;
}
const written = () =>
  fg.sync("**/*", { cwd: site.out, dot: true, stats: true }).map(({ path, stats }) => [path, stats?.mtimeMs]);

test.each(["public", "public/x"])("the output cannot be in it: %s", async (folder) => {
  rmSync(join(site.dir, "public"), { recursive: true, force: true });
  const out = join(site.dir, folder);
  await expect(build({ out })).rejects.toMatchObject({
    code: "PUBLISH_NOT_WRITABLE",
    message: expect.stringContaining("`public`"),
  });
  expect(existsSync(out)).toBe(false);
});

test("the output cannot be in the folder of the content", async () => {
  for (const out of [join(site.dir, "space"), join(site.dir, "space/stories/x")])
    await expect(build({ out })).rejects.toMatchObject({
      code: "PUBLISH_NOT_WRITABLE",
      message: expect.stringContaining("the site's content"),
    });
});

test.each([false, true])("the output cannot hold the site's code, bundled before: %s", async (bundled) => {
  if (bundled) await build();
  else rmSync(join(site.dir, "state"), { recursive: true });
  for (const name of ["blocks", "layout"]) {
    const before = filesOf(join(site.dir, name));
    await expect(build({ out: join(site.dir, name) })).rejects.toMatchObject({
      code: "PUBLISH_NOT_WRITABLE",
      message: expect.stringContaining("the site's code"),
    });
    expect(filesOf(join(site.dir, name))).toEqual(before);
  }
});

test("its files are at the root of the output; hidden ones are not, but for .well-known", async () => {
  await build();
  for (const [path, text] of Object.entries(PUBLIC))
    if (!path.endsWith(".DS_Store")) expect([path, site.read(path.slice("public/".length))]).toEqual([path, text]);
  expect(fg.sync("**/.DS_Store", { cwd: site.out, dot: true })).toEqual([]);
});

test("why says of a file that it is one of the folder's, and of one of the build what made it", async () => {
  await build();
  const why = async (file: string) => {
    const { code, stdout } = await runHere(["why", file, "--state", "state"], { cwd: site.dir });
    return [code, stdout];
  };
  expect(await why("/.well-known/security.txt")).toEqual([
    0,
    ".well-known/security.txt is a file of the public folder, copied as it is.\n",
  ]);
  expect(await why("sitemap.xml")).toEqual([
    0,
    [
      'Made by the output "sitemap" for the key "en 1".',
      "Made by the last build: it was not there before.",
      "Made from the site's code and settings, and",
      "  pages of stories in the sitemap",
      "  other addresses in the sitemap\n",
    ].join("\n"),
  ]);
});

test("a file that is changed, added or removed is that file in the output, and nothing else is written", async () => {
  await build();
  expect((await build()).report.pages.written).toBe(0);
  const before = new Map(written() as [string, number][]);
  site.write({ "public/terms.pdf": "%PDF-2", "public/new.csv": "a,b" });
  rmSync(join(site.dir, "public/data.odd"));
  const report = await buildAndCompare();
  expect(report.pages.written).toBe(0);
  expect([site.read("terms.pdf"), site.read("new.csv")]).toEqual(["%PDF-2", "a,b"]);
  const after = new Map(written() as [string, number][]);
  const changed = [...after].filter(([path, time]) => before.get(path) !== time).map(([path]) => path);
  expect(changed.filter((path) => !path.startsWith("_assets/builds/")).sort()).toEqual([
    ".htaccess",
    "new.csv",
    "nginx.conf",
    "terms.pdf",
  ]);
  expect(after.has("data.odd")).toBe(false);
  rmSync(join(site.dir, "public"), { recursive: true });
  await buildAndCompare();
  expect(fg.sync(["terms.pdf", "tool/**", ".well-known/**"], { cwd: site.out, dot: true })).toEqual([]);
});

test("verify knows a page where the host leaves its ending off", async () => {
  site.write({ "public/owner.html": "<!doctype html><title>Owner</title>" });
  await build();
  const host = createStaticHost({ root: site.out, base: "/", headers: {} });
  const server = createServer((request, response) => {
    if (request.url === "/owner.html") return response.writeHead(308, { location: "/owner" }).end();
    if (request.url === "/owner") request.url = "/owner.html";
    return host(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const config = join(site.dir, "sitegen.config.json");
  const flags = ["verify", originOf(server), "--out", site.out, "--config", config, "--json", "--no-headers"];
  const { stdout } = await runHere(flags, { cwd: site.dir });
  await closeServer(server);
  expect((JSON.parse(stdout) as VerifyReport).wrong).toEqual([]);
});

test.each([
  ["nginx", () => startNginx(site.out, join(site.out, "nginx.conf"))],
  ["Apache", () => startApache(site.out)],
] as const)("%s serves them with their types and cached as pages are, and verify knows them", async (_, start) => {
  await build();
  const server = await start();
  try {
    const flags = [
      "verify",
      server.origin,
      "--out",
      site.out,
      "--config",
      join(site.dir, "sitegen.config.json"),
      "--json",
    ];
    const { code, stdout } = await runHere(flags, { cwd: site.dir });
    const { wrong, checked } = JSON.parse(stdout) as VerifyReport;
    expect([code, wrong]).toEqual([0, []]);
    expect(checked).toBeGreaterThan(20);
    const types = [
      ["/models/wheel.glb", "model/gltf-binary"],
      ["/app.webmanifest", "application/manifest+json"],
      ["/data.odd", "application/octet-stream"],
      ["/tour.htm", "text/html"],
      ["/map.xsl", "application/xml"],
    ];
    for (const [path = "", type] of types) {
      const { headers } = await get(server.origin, path);
      expect([path, headers["content-type"]?.split(";")[0], headers["cache-control"]]).toEqual([
        path,
        type,
        "public, max-age=0, must-revalidate",
      ]);
    }
  } finally {
    await server.stop();
  }
});

test.each([
  [
    "a page",
    { "public/about/index.html": "x" },
    /^public\/about\/index\.html and the page \/about\/ both make the file about\/index\.html\.$/,
  ],
  [
    "a page's folder",
    { "public/about": "x" },
    /^public\/about and the page \/about\/ both make the file about\/index\.html\.$/,
  ],
  [
    "robots.txt",
    { "public/robots.txt": "x" },
    /^public\/robots\.txt and sitegen's own robots both make the file robots\.txt\.$/,
  ],
  [
    "a host's file",
    { "public/nginx.conf": "x" },
    /^host files and public\/nginx\.conf both make the file nginx\.conf\.$/,
  ],
  [
    "the error page",
    { "public/404.html": "x" },
    /^public\/404\.html and sitegen's own shared both make the file 404\.html\.$/,
  ],
])(
  "a file that is %s too ends the build with both names, in a clean build and a later one",
  async (_, files, message) => {
    await build();
    const before = filesOf(site.out);
    site.write(files as Record<string, string>);
    await expect(build()).rejects.toThrow(message);
    expect(filesOf(site.out)).toEqual(before);
    const clean = await buildClean().catch((error: unknown) => error);
    expect(clean).toMatchObject({
      code: "PUBLISH_DUPLICATE",
      message: expect.stringContaining(Object.keys(files)[0] ?? ""),
    });
  },
);

test("a file that an output of the site's own makes too is named with it", async () => {
  const output = `{ name: "list", keys: () => ["all"], make: () => ({ path: "data/list.json", body: "[]" }) }`;
  site.write({ "site.ts": SITE.replace("pageTypes", `outputs: [${output}], pageTypes`) });
  for (const file of ["public/data/list.json", "public/data"]) {
    rmSync(join(site.dir, "public/data"), { recursive: true, force: true });
    site.write({ [file]: "x" });
    const both = `${file} and the output "list" (key "all") both make the file data`;
    await expect(build()).rejects.toThrow(both);
  }
  site.write({ "site.ts": SITE });
});

test("they are deployed, and rolled back with their build", async () => {
  await build();
  const run = (...args: string[]) => runHere([...args, "--state", "state"], { cwd: site.dir });
  const target = join(site.dir, "target");
  expect((await run("deploy", target)).code).toBe(0);
  expect(readFileSync(join(target, ".well-known/security.txt"), "utf8")).toBe("Contact: x");
  site.write({ "public/terms.pdf": "%PDF-2", "public/new.csv": "a,b" });
  await build();
  expect(site.read("terms.pdf")).toBe("%PDF-2");
  expect((await run("rollback")).code).toBe(0);
  expect([site.read("terms.pdf"), existsSync(join(site.out, "new.csv"))]).toEqual(["%PDF", false]);
});

test("a page that is published later at a file's place is refused too", async () => {
  site.write({ "public/later/index.html": "x" });
  await build();
  site.service.rename("about", "later");
  await expect(build()).rejects.toThrow(
    "public/later/index.html and the page /later/ both make the file later/index.html",
  );
  site.service.rename("later", "about");
});

test.each([
  [
    "a link that leads out",
    (dir: string) => symlinkSync("/etc/hostname", join(dir, "out.txt")),
    /"out\.txt" cannot be published: it is a link that leads out of the folder/,
  ],
  [
    "a folder's link that leads out",
    (dir: string) => symlinkSync("..", join(dir, "up")),
    /"up" cannot be published: it is a link that leads out of the folder/,
  ],
  [
    "a link to nothing",
    (dir: string) => symlinkSync("gone", join(dir, "x")),
    /"x" cannot be published: it is a link to nothing/,
  ],
  [
    "a link to itself",
    (dir: string) => symlinkSync("x", join(dir, "x")),
    /"x" cannot be published: it is a link to nothing/,
  ],
  [
    "a link to its own folder",
    (dir: string) => symlinkSync(".", join(dir, "models/again")),
    /it is a link to a folder around it/,
  ],
  ["a name that is no path", () => site.write({ "public/a\\b.txt": "x" }), /cannot be published: it holds a backslash/],
  ["a place below _assets/", () => site.write({ "public/_assets/x.svg": "x" }), /import the file in code instead/],
])("%s is refused", async (_, make, message) => {
  make(join(site.dir, "public"));
  await expect(build()).rejects.toThrow(message);
});

test("a stylesheet may name one by its address; once it is gone, each build says so", async () => {
  const styled =
    'export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, styles: "./site.css" };';
  const face = '@font-face { font-family: House; src: url("/fonts/house two.woff2"), url("/fonts/house%20two.woff2") }';
  site.write({ "site.ts": styled, "site.css": `b { background: url(/ground.svg) }\n${face}` });
  site.write({ "public/ground.svg": "<svg/>", "public/fonts/house two.woff2": "wOF2" });
  const config = { ...CONFIG, site: { ...CONFIG.site, base: "/sub/" } };
  await site.build({ config });
  const [sheet = ""] = fg.sync("_assets/site-*.css", { cwd: site.out });
  expect(site.read(sheet)).toContain("url(/sub/ground.svg)");
  expect(site.read(sheet)).toMatch(/url\(\/sub\/fonts\/house\\ two\.woff2\)/);
  rmSync(join(site.dir, "public/ground.svg"));
  await expect(site.build({ config })).rejects.toMatchObject({
    message: expect.stringContaining('site.css:1:17: Could not resolve "/ground.svg"'),
    hint: expect.stringContaining("is a file of the public folder, which has none of this name"),
  });
  site.write({ "site.ts": SITE });
});

test("a link inside the folder is what it leads to", async () => {
  symlinkSync("terms.pdf", join(site.dir, "public/agb.pdf"));
  await build();
  expect(site.read("agb.pdf")).toBe("%PDF");
});

test.each([
  ["files", "names .*files, which does not exist"],
  ["site.ts", "names .*site\\.ts, which is no folder"],
  [".", "holds the configuration too"],
])("the key: %s", async (name, message) => {
  await expect(site.build({ config: { ...CONFIG, public: name } })).rejects.toThrow(new RegExp(message));
});

test("the folder's name is a key of the configuration", async () => {
  site.write({ "static/price-list.pdf": "%PDF" });
  await site.build({ config: { ...CONFIG, public: "static" } });
  expect([site.read("price-list.pdf"), fg.sync("terms.pdf", { cwd: site.out })]).toEqual(["%PDF", []]);
});

test("what Cloudflare's uploader leaves out is said, of files that come later too", async () => {
  const lost = async () => {
    const { report } = await site.build({ config: { ...CONFIG, hosts: ["cloudflare"] } });
    return report.problems.flatMap(({ code, message }) => (code === "HOST_PATH_LEFT_OUT" ? message : []));
  };
  expect(await lost()).toEqual([]);
  site.write({ "public/tool/node_modules/a.js": "1", "public/functions/b.js": "1" });
  expect(await lost()).toEqual([expect.stringContaining("leaves out /functions/b.js and 1 more")]);
  expect(await lost()).toHaveLength(1);
});
