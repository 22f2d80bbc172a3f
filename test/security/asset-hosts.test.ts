/**
 * Content names files by URL, and what is downloaded is published. So only known hosts are requested: the content
 * service's, the endpoint's own origin and the configured `assetHosts`. An internal address is none of them.
 */
import type { LookupAddress } from "node:dns";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { requireAllowedHost } from "../../src/assets/allowed-hosts.ts";
import { download } from "../../src/assets/download.ts";
import { mirrorAssets } from "../../src/assets/mirror-assets.ts";
import { isPublicAddress, publicLookup, type Resolve } from "../../src/assets/public-addresses.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";
import { command } from "../serve/command.ts";
import { editorQuery, get } from "../serve/helpers.ts";

const SECRET = "internal-secret";

/** A server in the internal network, and the endpoint's own. */
let internal: { server: Server; origin: string; asked: string[] };
let endpoint: { server: Server; origin: string };
/** Where the endpoint's own server redirects /f/moved.json to. */
let target = "";

beforeAll(async () => {
  const asked: string[] = [];
  internal = {
    asked,
    ...(await serve((path) => {
      asked.push(path);
      return { text: SECRET };
    })),
  };
  endpoint = await serve((path) => (path === "/f/moved.json" ? { location: target } : { text: "own" }));
});
afterAll(() => {
  for (const { server } of [internal, endpoint]) {
    server.closeAllConnections();
    server.close();
  }
});
beforeEach(() => {
  internal.asked.length = 0;
});

async function serve(answer: (path: string) => { text?: string; location?: string }) {
  const server = createServer((request, response) => {
    const { text = "", location } = answer(request.url ?? "");
    response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }; // listens on a port
}

describe("commands", () => {
  let site: SmallSite;
  afterEach(() => site.close());

  const FILES = {
    "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} } });`,
    "blocks/hero/hero.schema.ts": `import { asset, defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { headline: text(), file: asset() } });`,
    "blocks/hero/hero.tsx": `export default function Hero({ headline, file }) {
  return <section><h1>{headline}</h1>{file && <a href={file.src}>file</a>}</section>;
}`,
    "sitegen.config.json": "{}",
  };
  const access = () => ({ STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: site.service.token });
  const run = (...args: string[]) => runHere(args, { cwd: site.dir, env: access() });
  const open = async (filename: string) => {
    const hero = { component: "hero", headline: "Home", file: { fieldtype: "asset", filename } };
    site = await openSmallSite(FILES, { home: { content: { component: "page", body: [hero] } } });
  };

  test("generate, check and export request nothing of an internal address and publish nothing of it", async () => {
    await open(`${internal.origin}/latest/meta-data.json`);
    const generated = await run("generate", "--json");
    expect([generated.code, generated.stdout]).toEqual([0, expect.stringContaining("ASSET_FOREIGN_HOST")]);
    const checked = await run("check", "--json");
    expect(checked.stdout).toContain("ASSET_FOREIGN_HOST");
    const exported = await run("export", "--assets", "--dir", "copy");
    expect([exported.code, exported.stderr]).toEqual([0, expect.stringContaining("ASSET_FOREIGN_HOST")]);
    expect(internal.asked).toEqual([]);
    const files = fg.sync("{out,copy,.sitegen}/**", { cwd: site.dir, dot: true });
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => readFileSync(join(site.dir, file), "utf8").includes(SECRET))).toEqual([]);
  });

  test("serve, of drafts and while the site is developed, and listen neither", async () => {
    await open(`${internal.origin}/latest/meta-data.json`);
    const env = {
      ...access(),
      STORYBLOK_PREVIEW_TOKEN: "preview",
      STORYBLOK_SPACE_ID: "7",
      STORYBLOK_WEBHOOK_SECRET: "s",
    };
    const running = async (...args: string[]) => {
      const started = command([...args, "--port", "0"], { cwd: site.dir, env });
      const [, origin = ""] = await started.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
      return { started, origin };
    };
    for (const args of [["serve"], ["serve", "--watch"]]) {
      const { started, origin } = await running(...args);
      const pages = [
        await get(origin, "/"),
        await get(origin, `/${editorQuery({ previewToken: "preview", spaceId: 7 })}`),
      ];
      expect(pages.map(({ status, text }) => [status, text.includes("<h1>Home</h1>")])).toEqual([
        [200, true],
        [200, true],
      ]);
      await started.interrupt();
    }
    rmSync(site.out, { recursive: true });
    const { started, origin } = await running("listen");
    await expect.poll(() => existsSync(join(site.out, "index.html"))).toBe(true);
    await expect.poll(async () => (await get(origin, "/")).text).toContain('"ok":true');
    await started.interrupt();
    expect(internal.asked).toEqual([]);
    const files = fg.sync("{out,.sitegen}/**", { cwd: site.dir, dot: true });
    expect(files.filter((file) => readFileSync(join(site.dir, file), "utf8").includes(SECRET))).toEqual([]);
  });

  test("a picture of such an address in rich text is a link, which nobody follows before a visitor does", async () => {
    const src = `${internal.origin}/gear.png`;
    const text = { type: "doc", content: [{ type: "image", attrs: { src, alt: "Gear" } }] };
    const schema =
      'import { defineBlock, richtext } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: { text: richtext() } });';
    const component =
      'import { RichText } from "sitegen-storyblok/kit";\nexport default function Hero({ text }) { return <RichText doc={text} />; }';
    site = await openSmallSite(
      { ...FILES, "blocks/hero/hero.schema.ts": schema, "blocks/hero/hero.tsx": component },
      { home: { content: { component: "page", body: [{ component: "hero", text }] } } },
    );
    const { report } = await site.build();
    expect(report.problems.map(({ code }) => code)).toEqual(["ASSET_FOREIGN_HOST"]);
    const html = site.read("index.html");
    expect(html).toContain(`<p><a href="${src}">Gear</a></p>`);
    expect([html.includes("<img"), internal.asked]).toEqual([false, []]);
  });

  test("a host that the configuration names is mirrored, internal or not", async () => {
    await open(`${internal.origin}/film.json`);
    const { report } = await site.build({ config: { assetHosts: [internal.origin] } });
    expect([report.problems, internal.asked]).toEqual([[], ["/film.json"]]);
    expect(site.read("index.html")).toMatch(/href="\/_assets\/media\/film-[0-9a-f]+\.json"/);
  });
});

describe("redirects", () => {
  const folder = temporaryFolder();
  afterAll(() => folder.remove());
  const mirror = (assetHosts: readonly string[] = []) => {
    const fixed = { origin: endpoint.origin, base: "/", timeoutMs: 2000, offline: false };
    return mirrorAssets({ filenames: ["/f/moved.json"], cacheDir: folder.dir, assetHosts, ...fixed });
  };

  test.each([
    ["another host", () => `${internal.origin}/a.json`, /redirects it, and the host 127\.0\.0\.1:\d+ is neither/],
    ["another type", () => "/status.php", /redirects it, and files of the type ".php" are not published/],
    ["another protocol", () => "file:///etc/passwd.txt", /redirects it, and file: URLs are not downloaded/],
    ["no URL", () => "http://[::bad/a.json", /redirects it, and Invalid URL/],
    ["itself", () => "/f/moved.json", /redirected more than 5 times/],
  ])("to %s is not followed", async (_, to, reason) => {
    target = to();
    const { files, problems } = await mirror();
    expect(problems.map(({ problem }) => problem.message)).toEqual([expect.stringMatching(reason)]);
    expect([files, internal.asked]).toEqual([[], []]);
  });

  test("to the same or a configured host is", async () => {
    for (const [to, text] of [
      ["/f/there.json", "own"],
      [`${internal.origin}/a.json`, SECRET],
    ] as const) {
      target = to;
      const cacheDir = join(folder.dir, text);
      const options = { origin: endpoint.origin, assetHosts: [internal.origin], base: "/", timeoutMs: 2000 };
      const { files } = await mirrorAssets({ ...options, filenames: ["/f/moved.json"], cacheDir, offline: false });
      expect(files.map(({ source }) => readFileSync(source, "utf8"))).toEqual([text]);
    }
  });
});

describe("which URLs are requested", () => {
  const hosts = { origin: "http://127.0.0.1:3000", assetHosts: ["https://CDN.example", "https://cdn.example:8443"] };
  const kindOf = (url: string) => requireAllowedHost(new URL(url), hosts);

  test.each([
    ["http://127.0.0.1:3000/f/a.png", "named"],
    ["https://cdn.example/a.png", "named"],
    ["https://cdn.example:443/a.png", "named"],
    ["https://cdn.example:8443/a.png", "named"],
    ["https://a.storyblok.com/f/1/a.png", "service"],
    ["http://a-us.storyblok.com/f/1/a.png", "service"],
    ["https://a.storyblokchina.cn/f/1/a.png", "service"],
    ["https://s3.amazonaws.com/a.storyblok.com/f/1/a.png", "service"],
  ])("%s is: %s", (url, kind) => expect(kindOf(url)).toBe(kind));

  test.each([
    "http://127.0.0.1/a.png",
    "http://127.0.0.1:3001/a.png",
    "https://127.0.0.1:3000/a.png",
    "http://user@127.0.0.1:3000/a.png",
    "http://2130706433:3001/a.png",
    "http://[::1]/a.png",
    "http://[::ffff:127.0.0.1]/a.png",
    "http://169.254.169.254/latest/meta-data.json",
    "http://localhost/a.png",
    "http://cdn.example/a.png",
    "https://a.storyblok.com:8443/a.png",
    "https://a.storyblok.com@evil.example/a.png",
    "https://a.storyblok.com%5C@evil.example/a.png",
    "https://evilstoryblok.com/a.png",
    "https://a.storyblok.com.evil.example/a.png",
    "https://s3.amazonaws.com/another-bucket/a.png",
    "https://s3.amazonaws.com/a.storyblok.com/f/../../another-bucket/a.png",
    "https://s3.amazonaws.com/a.storyblok.com/f/%2e%2e/%2e%2e/another-bucket/a.png",
  ])("%s is not", (url) => expect(() => kindOf(url)).toThrow("neither the content service's nor in assetHosts"));
});

describe("addresses of a host of the content service", () => {
  test.each([
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "224.0.0.1",
  ])("%s is internal, also as IPv6 and behind NAT64", (address) => {
    for (const form of [address, `::ffff:${address}`, `64:ff9b::${address}`])
      expect([form, isPublicAddress(form)]).toEqual([form, false]);
  });

  test.each(["::1", "::", "fd00::1", "fc00::1", "fe80::1", "ff02::1", "::ffff:7f00:1", "2002:7f00:1::"])(
    "%s is internal",
    (address) => expect(isPublicAddress(address)).toBe(false),
  );

  test.each(["18.66.1.1", "100.128.0.1", "172.32.0.1", "2600:9000:2000::1", "::ffff:18.66.1.1", "64:ff9b::18.66.1.1"])(
    "%s is public",
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  /** A name server that gives these answers one after the other. */
  const nameServer = (...answers: LookupAddress[][]) => {
    const asked: string[] = [];
    const resolve: Resolve = (name, _, done) => {
      asked.push(name);
      done(null, answers[Math.min(asked.length, answers.length) - 1] ?? []);
    };
    return { asked, resolve };
  };
  const PUBLIC = { address: "18.66.1.1", family: 4 };
  const LOOPBACK = { address: "127.0.0.1", family: 4 };

  test("a host that resolves to this machine is not connected to", async () => {
    for (const answer of [[LOOPBACK], [PUBLIC, LOOPBACK], [{ address: "::1", family: 6 }]]) {
      const { asked, resolve } = nameServer(answer);
      const url = new URL("https://a.storyblok.com/f/1/a.png");
      await expect(download(url, { origin: "", timeoutMs: 2000, resolve })).rejects.toThrow(
        /^a\.storyblok\.com has the internal address .* name its origin in assetHosts$/,
      );
      expect(asked).toEqual(["a.storyblok.com"]);
    }
  });

  test("the address that was checked is the one connected to, whatever the name server says next", async () => {
    const { asked, resolve } = nameServer([PUBLIC], [LOOPBACK]);
    const connectTo = (all: boolean) =>
      new Promise((done) =>
        publicLookup(resolve)("a.storyblok.com", { all }, (error, address) => done(error?.message ?? address)),
      );
    expect([await connectTo(true), asked.length]).toEqual([[PUBLIC], 1]);
    expect([await connectTo(false), asked.length]).toEqual([expect.stringContaining("internal address"), 2]);
  });
});

test("the whole folder of assets has one place that sends requests", () => {
  const root = join(import.meta.dirname, "../../src/assets");
  const senders = fg.sync("*.ts", { cwd: root }).filter((file) => {
    return /node:https?"|\bfetch\(/.test(readFileSync(join(root, file), "utf8"));
  });
  expect(senders).toEqual(["download.ts"]);
});
