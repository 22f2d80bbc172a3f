/** `sitegen verify` against nginx with the host file of the build, and against misconfigured hosts. */
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { type VerifyReport, verify as verifySite } from "../../src/verify/verify.ts";
import { buildSite, temporaryFolder } from "../helpers/build-site.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { openSmallSite, storyWithHeadline } from "../helpers/small-site.ts";
import { createStaticHost } from "../helpers/static-host.ts";
import { startNginx } from "../render/hosts/servers.ts";

const folder = temporaryFolder();
const out = join(folder.dir, "out");
const config = join(folder.dir, "sitegen.config.json");
beforeAll(async () => {
  chmodSync(folder.dir, 0o755); // nginx reads it as a user of its own
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  const service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const settings = {
    definition: SAMPLE,
    site: { origin: "https://x.example", companyName: "X" },
    redirects: [
      { from: "/archive/*", to: "/insights/" },
      { from: "/find/*", to: "/insights/?q=:splat" },
    ],
    hosts: ["serve", "nginx"],
  };
  writeFileSync(config, JSON.stringify(settings));
  try {
    await buildSite({ service, out, stateDir: join(folder.dir, "state"), config });
  } finally {
    await service.close();
  }
});
afterAll(() => folder.remove());

async function verify(url: string, ...args: string[]) {
  // The last of a flag counts.
  const flags = ["verify", url, "--out", out, "--config", config, "--state", folder.dir, "--json", ...args];
  const { code, stdout, stderr } = await runHere(flags, { cwd: folder.dir });
  return { code, stderr, report: JSON.parse(stdout) as VerifyReport };
}

test("nginx with the build's own file is the build, redirects and headers included", async () => {
  const server = await startNginx(out, join(out, "nginx.conf"));
  try {
    const { code, stderr, report } = await verify(server.origin);
    expect([code, report.wrong]).toEqual([0, []]);
    expect(report).toMatchObject({ ok: true, url: server.origin, buildId: expect.stringMatching(/^\w{16}$/) });
    expect(report.checked).toBeGreaterThan(60);
    expect(stderr).toMatch(/✓ http.* is build \w{16}: \d+ addresses checked, 0 wrong/);
    const some = await verify(server.origin, "--sample", "5");
    expect([some.code, some.report.checked < report.checked]).toEqual([0, true]);
  } finally {
    await server.stop();
  }
});

test("nginx sends the Markdown of pages as text", async () => {
  const site = await openSmallSite({
    "site.ts":
      'import { markdownPages } from "sitegen-storyblok";\nexport default { languages: [{ code: "en" }], pageTypes: { page: {} }, outputs: [markdownPages()] };',
  });
  chmodSync(site.dir, 0o755);
  try {
    await site.build({ config: { hosts: ["nginx"] } });
    const server = await startNginx(site.out, join(site.out, "nginx.conf"));
    try {
      expect((await fetch(`${server.origin}/index.md`)).headers.get("content-type")).toBe("text/plain; charset=utf-8");
      const args = ["--out", site.out, "--config", join(site.dir, "sitegen.config.json"), "--state", site.dir];
      expect((await verify(server.origin, ...args)).report.wrong).toEqual([]);
    } finally {
      await server.stop();
    }
  } finally {
    await site.close();
  }
});

test("the policy is the one that the build wrote, not that of the environment in which verify runs", async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  const service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const site = join(folder.dir, "remote");
  const file = join(folder.dir, "remote.config.json");
  const settings = { ...JSON.parse(readFileSync(config, "utf8")), assets: "remote" };
  try {
    writeFileSync(file, JSON.stringify({ ...settings, hosts: ["nginx"] }));
    await buildSite({ service, out: site, stateDir: join(folder.dir, "remote-state"), config: file });
    const server = await startNginx(site, join(site, "nginx.conf"));
    try {
      const { report } = await verify(server.origin, "--out", site, "--config", file, "--sample", "5");
      expect(report.wrong).toEqual([]);
    } finally {
      await server.stop();
    }
  } finally {
    await service.close();
  }
});

if (IS_EXHAUSTIVE)
  test("so is the whole sample", async () => {
    const sample = await sampleSite();
    const server = await startNginx(sample, join(sample, "nginx.conf"));
    try {
      const of = ["--out", sample, "--config", join(sample, "../sitegen.config.json")];
      const { code, report } = await verify(server.origin, ...of);
      expect([code, report.wrong, report.checked > 900]).toEqual([0, [], true]);
    } finally {
      await server.stop();
    }
  });

describe("a host that gets things wrong", () => {
  const live = join(folder.dir, "live");
  let answering: (path: string) => { status?: number; headers?: Record<string, string>; isCut?: boolean } | null = () =>
    null;
  let stubs = true;
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").replace(/\?.*/, "");
    const own = answering(path);
    if (own?.isCut) {
      response.writeHead(200, { "content-length": "9999" }).write("half of ");
      return setTimeout(() => response.destroy(), 5);
    }
    if (own?.status) return response.writeHead(own.status, own.headers).end();
    for (const [name, value] of Object.entries(own?.headers ?? {})) response.setHeader(name, value);
    const host = createStaticHost({ root: live, base: "/", headers: {} });
    return stubs ? host(request, response) : response.end();
  });
  let origin: string;
  beforeAll(async () => {
    mkdirSync(folder.dir, { recursive: true });
    cpSync(out, live, { recursive: true });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    stubs = true;
    server.closeAllConnections();
    server.close();
  });
  const wrongOf = async (...args: string[]) => {
    const { code, report } = await verify(origin, ...args);
    return { code, wrong: report.wrong.map(({ path, what }) => `${path} ${what}`), report };
  };

  test("only the headers are missing where it sets none; --no-headers leaves them out", {
    timeout: 240_000,
  }, async () => {
    const { code, wrong } = await wrongOf("--sample", "3");
    expect([code, wrong.length >= 5]).toEqual([1, true]);
    expect(
      wrong.filter(
        (line) =>
          !/ (content-security-policy|x-content-type-options|referrer-policy|permissions-policy|cross-origin-opener-policy)$/.test(
            line,
          ),
      ),
    ).toEqual([]);
    const quiet = await verify(origin, "--no-headers", "--jobs", "12", "--quiet");
    expect([quiet.code, quiet.stderr, quiet.report.wrong]).toEqual([0, "", []]);
  });

  test("X-Robots-Tag keeps out pages that are to be listed, and is told of no other", async () => {
    const [home, hidden] = [join(live, "index.html"), join(live, "company/about/index.html")];
    const texts = [home, hidden].map((file) => readFileSync(file, "utf8"));
    let value = "noindex";
    answering = () => ({ headers: { "x-robots-tag": value } });
    // A preview's pages have another canonical address.
    expect((await wrongOf("--no-headers")).wrong).toEqual([]);
    const here = texts.map((text) => text.replace(/(?<=rel="canonical" href=")https:..[^/]+/, origin));
    writeFileSync(home, here[0] ?? "");
    writeFileSync(hidden, (here[1] ?? "").replace("</head>", '<meta name="robots" content="noindex"></head>'));
    for (value of ["noindex", "nofollow, googlebot: noindex", "NONE"]) {
      const { wrong, report } = await wrongOf("--no-headers");
      const told = wrong.filter((line) => line.endsWith(" indexing"));
      expect([told.includes("/ indexing"), told.includes("/company/about/ indexing")]).toEqual([true, false]);
      expect(told.filter((line) => !line.endsWith("/ indexing"))).toEqual([]);
      expect(report.wrong.find(({ what }) => what === "indexing")?.got).toBe(`forbidden by X-Robots-Tag: ${value}`);
    }
    answering = () => null;
    for (const [index, file] of [home, hidden].entries()) writeFileSync(file, texts[index] ?? "");
  });

  test("a changed page, a lost file, an old build, a wrong type, a wrong redirect, a reference to nothing", async () => {
    const page = join(live, "company/about/index.html");
    const text = readFileSync(page, "utf8");
    writeFileSync(page, `${text.replace("</main>", '<a href="/nowhere/to/be/found/">x</a></main>')}`);
    rmSync(join(live, "_payload.json"));
    answering = (path) => {
      if (path === "/feed.xml") return { status: 200, headers: { "content-type": "application/octet-stream" } };
      if (path === "/sitemap.xml") return { status: 500 };
      if (path.startsWith("/archive/")) return { status: 302, headers: { location: "/elsewhere/" } };
      return null;
    };
    const { wrong, report } = await wrongOf("--no-headers");
    expect(wrong).toEqual(
      [
        "/_payload.json status",
        "/archive/sitegen-verify-nobody/ redirect",
        "/company/about/ bytes",
        "/feed.xml bytes",
        "/feed.xml type",
        "/nowhere/to/be/found/ reference",
        "/sitemap.xml status",
      ].sort(),
    );
    expect(report.wrong.find(({ what }) => what === "redirect")).toMatchObject({
      expected: "301 to /insights/",
      got: "302 to /elsewhere/",
    });
    answering = () => null;
    const latest = join(live, "_assets/builds/latest.json");
    writeFileSync(latest, JSON.stringify({ ...JSON.parse(readFileSync(latest, "utf8")), id: "0123456789abcdef" }));
    expect((await wrongOf("--no-headers", "--sample", "1")).report.wrong[0]).toMatchObject({
      path: "/_assets/builds/latest.json",
      what: "build",
      got: "0123456789abcdef",
    });
  });

  test("an answer that is cut off is one finding, and does not hide the others", async () => {
    answering = (path) => ({ "/feed.xml": { isCut: true }, "/sitemap.xml": { status: 503 } })[path] ?? null;
    const { code, report } = await wrongOf("--no-headers");
    answering = () => null;
    expect([code, report.wrong.filter(({ what }) => what === "answer")]).toEqual([
      1,
      [
        expect.objectContaining({ path: "/feed.xml", got: expect.stringContaining("cannot be fetched") }),
        expect.objectContaining({ path: "/sitemap.xml", got: expect.stringContaining("it answers 503") }),
      ],
    ]);
    expect(report.wrong).toContainEqual(expect.objectContaining({ path: "/_payload.json", what: "status" }));
    expect(report.checked).toBeGreaterThan(60);
  });

  test("a host that goes away in between: what was found until then is told", async () => {
    let asked = 0;
    answering = () => (++asked > 30 ? { isCut: true } : null);
    const { code, report } = await wrongOf("--no-headers", "--jobs", "2");
    answering = () => null;
    expect([code, report.wrong.at(0)?.path, report.wrong.length > 5]).toEqual([1, "/", true]);
    expect(report.wrong[0]?.got).toContain("the rest was not checked");
    expect(report.checked).toBeLessThan(60);
  });

  test("an old path of a renamed story that leads nowhere", async () => {
    writeFileSync(join(folder.dir, "renames.json"), JSON.stringify([{ from: "/once/here/", to: "/company/about/" }]));
    const { report } = await wrongOf("--no-headers", "--sample", "1");
    rmSync(join(folder.dir, "renames.json"));
    expect(report.wrong.at(-1)).toMatchObject({ path: "/once/here/", what: "old path" });
  });
});

test("a host that leads to its own spelling of an address first, as Cloudflare's Workers do", async () => {
  const stories = { home: storyWithHeadline("Home"), "a+b": storyWithHeadline("Both") };
  const small = await openSmallSite(
    {
      "site.ts":
        'import { defineSite } from "sitegen-storyblok";\nexport default defineSite({ languages: [{ code: "en" }], pageTypes: { page: {} }, global: null });\n',
    },
    stories,
  );
  const own = (path: string) =>
    path
      .split("/")
      .map((part) => encodeURIComponent(decodeURIComponent(part)))
      .join("/");
  const files = createStaticHost({ root: small.out, base: "/", headers: {} });
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? "", "http://x");
    asked.push(pathname);
    return own(pathname) === pathname
      ? files(request, response)
      : response.writeHead(307, { location: own(pathname) + search }).end();
  });
  try {
    await small.build({ config: { redirects: [{ from: "/old;one/", to: "/a+b/" }] } });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const args = ["verify", `http://127.0.0.1:${port}`, "--state", "state", "--no-headers", "--json"];
    const { wrong } = JSON.parse((await runHere(args, { cwd: small.dir })).stdout) as VerifyReport;
    expect(wrong).toEqual([]);
    expect(asked).toEqual(expect.arrayContaining(["/a+b/", "/a%2Bb/", "/old;one/", "/old%3Bone/"]));
  } finally {
    server.close();
    await small.close();
  }
});

test("a list of files that is damaged is not taken for one without files", async () => {
  const damaged = join(folder.dir, "damaged");
  cpSync(out, damaged, { recursive: true });
  const parts = join(damaged, "_assets/builds/files/parts");
  writeFileSync(join(parts, readdirSync(parts)[0] ?? ""), "{}");
  const { code, stderr } = await verify("http://127.0.0.1:9/", "--out", damaged);
  expect([code, stderr]).toEqual([1, expect.stringContaining("is missing or damaged")]);
});

test("what is no address, and nobody there", async () => {
  const wrong = await verify("www.example.com");
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("VERIFY_ADDRESS")]);
  const login = await verify("https://me:a-secret@www.example.com/");
  expect([login.code, login.stderr]).toEqual([2, expect.stringContaining("VERIFY_ADDRESS")]);
  expect(login.stderr + JSON.stringify(login.report)).not.toContain("a-secret");
  const nobody = await verify("http://127.0.0.1:9/");
  expect([nobody.code, nobody.stderr]).toEqual([1, expect.stringContaining("VERIFY_UNREACHABLE")]);
});

test("a host that never says a word is asked once at each connection, not again and again", async () => {
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((done) => silent.listen(0, "127.0.0.1", done));
  try {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const expectations = { headers: false, security: {} };
    const given = { out, renames: [], hostFiles: [], expectations, connections: 4, timeoutMs: 2000, reporter: SILENT };
    await expect(verifySite({ ...given, url })).rejects.toThrow("no answer within 2 s");
    expect(asked).toBe(4);
  } finally {
    silent.closeAllConnections();
    silent.close();
  }
});

test("a build without its manifest is not verified, and a further build makes one", async () => {
  const [file = ""] = readdirSync(join(out, "_assets/builds/meta"));
  const path = join(out, "_assets/builds/meta", file);
  const intact = readFileSync(path);
  for (const [damage, how] of [
    [() => rmSync(path), "missing"],
    [() => writeFileSync(path, intact.subarray(0, 100)), "damaged"],
  ] as const) {
    damage();
    const { code, stderr } = await verify("http://127.0.0.1:1/");
    expect([code, stderr]).toEqual([1, expect.stringContaining(`_assets/builds/meta/${file} in ${out} is ${how}`)]);
    const service = await startSpaceService({
      dir: join(ROOT, "test/fixtures/spaces/minimal"),
      rateLimit: false,
      quiet: true,
      watch: false,
      journal: false,
    });
    await buildSite({ service, out, stateDir: join(folder.dir, "state"), config }).finally(() => service.close());
    expect(readFileSync(path)).toEqual(intact);
  }
});
