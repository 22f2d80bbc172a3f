/** Any text in slugs, names, categories and links: the build succeeds and reports what it left out. */
import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { changedUrls } from "../../src/deploy/deploy.ts";
import { readRenameRecord } from "../../src/generate/rename-record.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { HOST_FILE_NAMES } from "../../src/render/hosts/host.ts";
import { verify } from "../../src/verify/verify.ts";
import { buildSite, filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { IS_EXHAUSTIVE } from "../helpers/exhaustive.ts";
import { propertyRuns, propertyTimeout } from "../helpers/property-runs.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { createStaticHost } from "../helpers/static-host.ts";

const STORIES = 4;
const folder = temporaryFolder();
const out = join(folder.dir, "out");
const config = join(folder.dir, "sitegen.config.json");
let space: SpaceService;
let host: Server;
let origin: string;
/** The stories' current slugs: they change from run to run, which creates redirects. */
let slugs = Array.from({ length: STORIES }, (_, index) => `insights/any-${index}`);

beforeAll(async () => {
  host = createServer(
    (request, response) => void createStaticHost({ root: out, base: "/", headers: {} })(request, response),
  );
  await new Promise<void>((done) => host.listen(0, "127.0.0.1", done));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const hosts = ["netlify", "cloudflare", "vercel", "firebase", "nginx", "apache", "serve"];
  writeFileSync(config, JSON.stringify({ definition: SAMPLE, site: { origin, companyName: "X" }, hosts }));
  space = await startSpaceService({
    dir: join(import.meta.dirname, "../fixtures/spaces/minimal"),
    watch: false,
    rateLimit: false,
    quiet: true,
  });
  for (const slug of slugs)
    space.publish(slug, (story) => Object.assign(story, { content: { component: "Insights" } }));
});
afterAll(async () => {
  host.closeAllConnections();
  host.close();
  await space.close();
  folder.remove();
});

/** Any code units, lone surrogates among them. */
const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((codes) => String.fromCharCode(...codes));
const NASTY = [
  "\ud800",
  "a\udfffb",
  "100%",
  "%2e%2e",
  "%E4",
  "%00",
  "..",
  ".",
  ".git",
  "_assets",
  "404.html",
  "feed.xml",
  "page",
  "de",
  "index.html",
  "_payload.json",
  "flushCache",
  "con",
  "a b",
  "a?b",
  "a#b",
  "a&b=c",
  "'\"<>`",
  "a\nb",
  "a\\b",
  "//x.example",
  "x".repeat(300),
  "ü".repeat(120),
  "\u202e",
  "\u0000",
  "🚀",
  "é",
  "e\u0301",
  ":slug",
  "*",
  "__proto__",
  "constructor",
  "",
];
const part = fc.oneof(fc.constantFrom(...NASTY), units, fc.string({ unit: "grapheme", maxLength: 12 }));
const slug = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
const address = fc.oneof(
  part,
  slug.map((text) => `/${text}`),
  part.map((text) => `https://x.example/${text}`),
  part.map((text) => `//${text}`),
);
const story = fc.record({
  slug,
  german: slug,
  title: part,
  category: part,
  name: part,
  link: address,
  anchor: part,
  tag: part,
});
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never;

function edit(index: number, { slug: to, german, title, category, name, link, anchor, tag }: Story): void {
  const from = slugs[index] ?? "";
  const mine = `insights/${index}${to}`;
  const uuid = (next: number) => space.contents().stories.find(({ slugPath }) => slugPath === slugs[next])?.uuid;
  const url = { linktype: "url", url: link };
  const other = { linktype: "story", id: uuid((index + 1) % STORIES), anchor, title: tag, cat: category };
  const button = (value: object) => ({ component: "ContactTeaser", link: [{ component: "Link", title, link: value }] });
  const mark = (attrs: object) => ({ type: "text", text: "x", marks: [{ type: "link", attrs }] });
  const content = [mark({ href: link, linktype: "url" }), mark({ ...other, uuid: other.id })];
  const text = {
    type: "doc",
    content: [
      { type: "paragraph", content },
      { type: "image", attrs: { src: link, alt: title } },
    ],
  };
  space.publish(from, (draft) => {
    draft.name = name || "Story";
    draft.tags = [tag || "tag"];
    draft.content = {
      component: "Insights",
      teaser_title: title,
      category,
      author: name,
      teaser_image: { fieldtype: "asset", id: 1, filename: `${space.origin}/f/1/1x1/aa/${link}` },
      body: [{ component: "RichtextVideo", text }, button(url), button(other)],
    };
  });
  space.rename(from, mine, { de: german });
  slugs = slugs.with(index, mine.replace(/^\/+|\/+$/g, ""));
}

test("a build ends well, publishes all that can be and names every story that cannot", {
  timeout: propertyTimeout(120_000),
}, async () => {
  const given = fc.array(story, { minLength: STORIES, maxLength: STORIES });
  await fc.assert(
    fc.asyncProperty(given, async (stories) => {
      for (const [index, one] of stories.entries()) edit(index, one);
      const { report } = await buildSite({
        service: space,
        out,
        stateDir: join(folder.dir, "state"),
        config,
        overrides: { allowRemovals: true },
      });
      expect(report.ok).toBe(true);
      const files = filesOf(out);
      for (const own of ["index.html", "de/index.html", "company/about/index.html", "insights/first-post/index.html"])
        expect(Object.keys(files)).toContain(own);
      const pages = new Map(
        Object.keys(files)
          .filter((file) => file.endsWith("_payload.json"))
          .map((file) => [file, JSON.parse(readFileSync(join(out, file), "utf8"))]),
      );
      const left = report.problems
        .filter(({ code }) => /CONTENT_(UNUSABLE_SLUG|DUPLICATE_PATH)/.test(code))
        .map((problem) => problem.story);
      for (const language of ["en", "de"]) {
        const there = [...pages.values()].filter(
          ({ lang, story: of }) => lang === language && slugs.some((_, index) => of?.uuid === uuidAt(index)),
        );
        const refused = slugs.filter((name) => left.includes(language === "en" ? name : `de/${name}`));
        expect([language, there.length + refused.length]).toEqual([language, STORIES]);
      }
      changedUrls(Object.keys(files), "/");
      const renames = await readRenameRecord(join(folder.dir, "state"));
      const result = await verify({
        url: origin,
        out,
        renames: renames.map(({ from }) => from),
        hostFiles: HOST_FILE_NAMES,
        expectations: { headers: false, security: {} },
        connections: 8,
        reporter: SILENT,
      });
      // A link may be broken, and a story that lost its page leaves its old path without a target.
      expect(result.wrong.filter(({ what }) => what !== "old path" && what !== "reference")).toEqual([]);
      const named = [...pages.values()].flatMap(({ head, switchHref, crumbs }) => [
        head.canonical,
        ...Object.values(switchHref),
        ...crumbs.map(({ href }: { href: string }) => origin + href),
      ]);
      const sitemap = readFileSync(join(out, "sitemap.xml"), "utf8").matchAll(/<loc>([^<]*)/g);
      const feed = readFileSync(join(out, "feed.xml"), "utf8").matchAll(/<link>([^<]*)/g);
      for (const url of new Set([...named, ...[...sitemap, ...feed].map(([, text = ""]) => plainText(text))])) {
        const answer = await fetch(new URL(url, origin), { redirect: "manual" });
        await answer.arrayBuffer();
        expect([url, answer.status]).toEqual([url, 200]);
      }
    }),
    { seed: 20, numRuns: propertyRuns(IS_EXHAUSTIVE ? 6 : 1), endOnFailure: true },
  );
});

test("typed addresses cost no redirect, in links and in text", async () => {
  const typed = ["/company/about", "/company/about//", "/company/about?a=1#team", "/company/about/#team", "/de/wissen"];
  const links = typed.map((url) => ({ component: "Link", title: url, link: { linktype: "url", url } }));
  const text = typed.map((href) => ({
    type: "text",
    text: href,
    marks: [{ type: "link", attrs: { href, linktype: "url" } }],
  }));
  space.publish("typed", (draft) => {
    draft.content = {
      component: "Page",
      body: [
        ...links.map((link) => ({ component: "ContactTeaser", link: [link] })),
        { component: "RichtextVideo", text: { type: "doc", content: [{ type: "paragraph", content: text }] } },
      ],
    };
  });
  await buildSite({
    service: space,
    out,
    stateDir: join(folder.dir, "state"),
    config,
    overrides: { allowRemovals: true },
  });
  const html = readFileSync(join(out, "typed/index.html"), "utf8");
  const hrefs = [...html.matchAll(/href="(\/(?:company\/about|de\/wissen)[^"]*)"/g)].map(([, href = ""]) =>
    plainText(href),
  );
  const expected = [
    "/company/about/",
    "/company/about/",
    "/company/about/?a=1#team",
    "/company/about/#team",
    "/de/wissen/",
  ];
  for (const href of new Set(expected)) {
    const times = expected.filter((one) => one === href).length * 2;
    expect([href, hrefs.filter((one) => one === href).length >= times]).toEqual([href, true]);
  }
  for (const href of new Set(hrefs)) {
    const answer = await fetch(origin + href, { redirect: "manual" });
    await answer.arrayBuffer();
    expect([href, answer.status]).toEqual([href, 200]);
  }
});

function uuidAt(index: number): string | undefined {
  return space.contents().stories.find(({ slugPath }) => slugPath === slugs[index])?.uuid;
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"' };

function plainText(xml: string): string {
  return xml
    .replace(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? "")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)));
}
