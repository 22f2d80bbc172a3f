/** What a site adds to the security policy reaches every host's file and `sitegen serve`, and nothing else gets in. */
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { remoteAsset } from "../../src/content/assets/remote-asset.ts";
import { sitePolicy } from "../../src/generate/host-files.ts";
import { contactAddress } from "../../src/generate/site-settings.ts";
import { renderTag } from "../../src/render/custom-head-tags.ts";
import { buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";

const folder = temporaryFolder();
const file = join(folder.dir, "sitegen.config.json");
afterAll(() => folder.remove());

function configure(config: object, env: Record<string, string> = {}): Promise<Awaited<ReturnType<typeof loadConfig>>> {
  writeFileSync(file, JSON.stringify({ definition: SAMPLE, ...config }));
  return loadConfig({ cwd: folder.dir, file: undefined, env });
}

const directives = (policy: string) =>
  Object.fromEntries(policy.split("; ").map((part) => [part.split(" ")[0], part.split(" ").slice(1)]));

/** A definition without tags of its own. */
const NONE = { head: [], consent: null, contentSecurityPolicy: {} };

const SITE = {
  contact: { endpoint: "https://forms.example/contact", redirectOrigins: ["https://thanks.example"] },
  contentSecurityPolicy: {
    "script-src": ["https://stats.example", "'sha256-AAAA'"],
    "connect-src": ["https://*.stats.example:8443", "wss://live.example"],
    "frame-src": ["https://map.example"],
    "worker-src": ["blob:"],
  },
};

test("an endpoint that is a path of the site needs no source of its own, below any base", async () => {
  const plain = sitePolicy(await configure({}), NONE, ["'sha256-x'"]);
  const config = await configure({ site: { base: "/site/" }, contact: { endpoint: "/contact-form" } });
  expect(sitePolicy(config, NONE, ["'sha256-x'"])).toBe(plain);
  expect(contactAddress(config)).toBe("/site/contact-form");
  await expect(configure({ contact: { endpoint: "//evil.example" } })).rejects.toThrow(/contact\.endpoint/);
});

test("forms may go to where the endpoint redirects, and further sources stand in their directives", async () => {
  const plain = directives(sitePolicy(await configure({}), NONE, ["'sha256-x'"]));
  const extended = directives(sitePolicy(await configure(SITE), NONE, ["'sha256-x'"]));
  expect(extended["form-action"]).toEqual(["'self'", "https://forms.example", "https://thanks.example"]);
  expect(extended["script-src"]).toEqual([...(plain["script-src"] ?? []), "https://stats.example", "'sha256-AAAA'"]);
  expect(extended["connect-src"]).toContain("https://*.stats.example:8443");
  expect(extended["frame-src"]).toEqual([...(plain["frame-src"] ?? []), "https://map.example"]);
  expect(extended["worker-src"]).toEqual(["'self'", "blob:"]);
  for (const name of ["default-src", "style-src", "object-src", "base-uri", "frame-ancestors"])
    expect(extended[name]).toEqual(plain[name]);
});

/** True where the policy lets a page load an address by a directive. */
function allows(policy: Record<string, string[]>, directive: string, address: string): boolean {
  const { origin, host } = new URL(address);
  const fits = (source: string) => source.startsWith("https://*.") && host.endsWith(source.slice("https://*".length));
  return (policy[directive] ?? []).some((source) => source === origin || fits(source));
}

const PLAIN = { preview: { editorOrigins: [] } };
const CHINA = { storyblok: { region: "cn" } };
const PROXY = { assets: "remote", storyblok: { endpoint: "https://content.example/v2" } };
test.each([
  ["what could not be mirrored", PLAIN, "https://a-us.storyblok.com/f/1/1x1/a/b.jpg"],
  ["the region China", CHINA, "https://a.storyblokchina.cn/f/1/1x1/a/b.jpg"],
  ["an endpoint of one's own", PROXY, "https://content.example/f/1/1x1/a/b.jpg"],
  ["a further host", { assetHosts: ["https://cdn.example"] }, "https://cdn.example/film.mp4"],
  ["another port", { assetHosts: ["https://cdn.example:8443"] }, "https://cdn.example:8443/film.mp4"],
])("visitors may be asked for exactly what pages name: %s", async (_, config, address) => {
  const loaded = await configure(config, { STORYBLOK_TOKEN: "token" });
  const policy = directives(sitePolicy(loaded, NONE, []));
  const [origin = ""] = /^https?:\/\/[^/]+/.exec(loaded.storyblok.endpoint) ?? [];
  for (const [directive, asked] of [
    ["img-src", address],
    ["media-src", address],
    ["img-src", "https://else.example/b.jpg"],
  ] as const) {
    const record = remoteAsset(asked, { origin, further: loaded.assetHosts });
    expect([asked, record?.foreign !== true]).toEqual([asked, allows(policy, directive, asked)]);
  }
});

test("the badge's picture may be shown where it lies", async () => {
  const badge = { href: "https://seal.example/x", image: "https://seal.example/x.png", label: "Seal" };
  const policy = directives(sitePolicy(await configure({ site: { badge } }), NONE, []));
  expect([policy["img-src"], policy["media-src"]]).toEqual([
    expect.arrayContaining(["https://seal.example"]),
    expect.not.arrayContaining(["https://seal.example"]),
  ]);
});

/** Sources of a directive for a configuration. */
async function sources(directive: string, config: object): Promise<string[]> {
  return directives(sitePolicy(await configure(config, { STORYBLOK_TOKEN: "token" }), NONE, []))[directive] ?? [];
}

test.each([
  ["another domain", "https://api.storyblok.com.content.example"],
  ["another port", "https://api.storyblok.com:8443"],
  ["another country", "https://www.cn.content.example"],
])("an endpoint that only looks like the service's is one of one's own: %s", async (_, endpoint) => {
  const plain = await sources("img-src", {});
  const storyblok = { endpoint: `${endpoint}/v2` };
  expect(await sources("img-src", { assets: "remote", storyblok })).toEqual([...plain, endpoint]);
  expect(await sources("img-src", { storyblok })).toEqual(plain);
});

test("the service's own endpoints add nothing, a badge that is a file of the site neither", async () => {
  const plain = await sources("img-src", {});
  expect(await sources("img-src", { assets: "remote" })).toEqual(plain);
  for (const image of ["/badge.png", "badge-of-https:/x.png", "data:image/png;base64,AAAA", "https://"]) {
    const badge = { href: "https://seal.example/x", image, label: "Seal" };
    expect(await sources("img-src", { site: { badge } })).toEqual(plain);
  }
});

test("a page may ask for drafts where the token for them is public", async () => {
  const plain = await sources("connect-src", {});
  const storyblok = { endpoint: "https://content.example/v2" };
  expect(await sources("connect-src", { preview: { publicDraftToken: "public" }, storyblok })).toEqual([
    ...plain,
    ...["https://*.storyblok.com", "https://content.example"],
  ]);
  expect(await sources("connect-src", { storyblok })).toEqual(plain);
});

test.each([
  [{}, "https://app.storyblok.com/f/storyblok-v2-latest.js"],
  [{ bridgeUrl: "https://own.example/bridge.js?v=2#x" }, "https://own.example/bridge.js"],
  [{ bridgeUrl: "https://own.example/a;script-src *,b/é.js" }, "https://own.example/a%3Bscript-src%20*%2Cb/%C3%A9.js"],
])("the editor's bridge may be loaded, and nothing else of its host: %j", async (preview, source) => {
  expect(await sources("script-src", { preview })).toEqual(["'self'", source]);
});

test("every host's file has it", async () => {
  const service = await startSpaceService({
    dir: join(ROOT, "test/fixtures/spaces/minimal"),
    watch: false,
    rateLimit: false,
    quiet: true,
  });
  const out = join(folder.dir, "out");
  const withHeaders = ["netlify", "vercel", "firebase", "nginx", "apache", "serve"];
  const config = await configure({ ...SITE, definition: SAMPLE, hosts: withHeaders });
  try {
    await buildSite({ service, out, stateDir: join(folder.dir, "state"), config: file });
  } finally {
    await service.close();
  }
  const policy = sitePolicy(config, NONE, [])
    .split("; ")
    .find((part) => part.startsWith("form-action"));
  const holders = Object.keys(filesOf(out)).filter((name) =>
    readFileSync(join(out, name), "utf8").includes(policy ?? "?"),
  );
  expect(holders.length).toBe(withHeaders.length);
});

test.each([
  ["a directive that is not for the site", { "object-src": ["https://a.example"] }, /object-src/],
  ["what would end the directive", { "script-src": ["https://a.example; object-src *"] }, /script-src/],
  ["everything", { "script-src": ["*"] }, /script-src/],
  ["inline scripts", { "script-src": ["'unsafe-inline'"] }, /script-src/],
  ["a line break", { "img-src": ["https://a.example\nX-Header: 1"] }, /img-src/],
])("%s is refused", async (_, contentSecurityPolicy, key) => {
  await expect(configure({ contentSecurityPolicy })).rejects.toMatchObject({ code: "CONFIG_INVALID", message: key });
});

test("a definition's tags are allowed by hash, and its sources join those of the configuration", async () => {
  const head = [
    { tag: "script", text: "window.x = '</script>';" },
    { tag: "script", attributes: { src: "https://stats.example/x.js?site=1;script-src *" }, consent: "statistics" },
    { tag: "script", attributes: { src: "/own.js" } },
    { tag: "link", attributes: { rel: "stylesheet", href: "https://fonts.example/x.css" } },
    { tag: "link", attributes: { rel: "preconnect", href: "https://other.example" } },
    { tag: "script", attributes: { src: "https://staging.example/x.js" }, environments: ["staging"] },
  ] as const;
  const own = { head, consent: null, contentSecurityPolicy: { "script-src": ["https://own.example"] } };
  const policy = directives(sitePolicy(await configure({}), own, []));
  // The script, not every one of its host.
  expect(policy["script-src"]).not.toContain("https://stats.example");
  const [, written = ""] = /^<script>(.*)<\/script>$/.exec(renderTag(head[0])) ?? [];
  const hash = createHash("sha256").update(written).digest("base64");
  expect(written).not.toContain("</script");
  expect(policy["script-src"]).toEqual(
    expect.arrayContaining([`'sha256-${hash}'`, "https://own.example", "https://stats.example/x.js"]),
  );
  expect(policy["style-src"]).toEqual(["'self'", "https://fonts.example"]);
  expect(JSON.stringify(policy)).not.toMatch(/other|staging/);
});
