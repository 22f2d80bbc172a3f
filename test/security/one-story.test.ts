/** No story, whatever it holds, keeps the others from being published: it is left out, or shown as it was typed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Script } from "node:vm";
import { afterEach, describe, expect, test, vi } from "vitest";
import { sanitizeSvg } from "../../src/assets/sanitize-svg.ts";
import { collectAssets } from "../../src/content/map/story-summary.ts";
import { pageTitle } from "../../src/content/page/head.ts";
import { markdownNodes } from "../../src/content/resolve/markdown.ts";
import { resolveTable } from "../../src/content/resolve/table.ts";
import { siteHref } from "../../src/content/rules/links.ts";
import { type ScriptedService, startScripted, story } from "../fetch/scripted-service.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

/** `depth` values inside each other, the innermost one a text. */
function nest(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = { type: "text", text: "innermost" };
  for (let level = 0; level < depth; level += 1) value = wrap(value);
  return value;
}
const quote = (inner: unknown) => ({ type: "blockquote", content: [inner] });
const doc = (depth: number) => ({ type: "doc", content: [nest(depth, quote)] });

const styledSvg = (css: string) => sanitizeSvg(Buffer.from(`<svg><style>${css}</style></svg>`));

/** Pages are made while time passes so many times as fast. */
function hurry(times: number): void {
  const { runInContext } = Script.prototype;
  const [now, usage] = [performance.now.bind(performance), process.cpuUsage.bind(process)];
  vi.spyOn(Script.prototype, "runInContext").mockImplementation(function (this: Script, context, options) {
    // Node has scripts of its own, without a limit.
    if (options?.timeout === undefined) return runInContext.call(this, context, options);
    const hurried = vi.spyOn(performance, "now").mockImplementation(() => times * now());
    // Requests are counted by the usual time.
    queueMicrotask(() => hurried.mockRestore());
    return runInContext.call(this, context, { ...options, timeout: options.timeout / times });
  });
  vi.spyOn(process, "cpuUsage").mockImplementation((before) => {
    const { user, system } = usage();
    return { user: times * user - (before?.user ?? 0), system: times * system - (before?.system ?? 0) };
  });
}

function milliseconds(work: () => unknown): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}

describe("a pull leaves out a story", () => {
  let service: ScriptedService;
  afterEach(() => service.close());

  test("of 100,000 lists inside each other, also as the first of a page", async () => {
    const hostile = story("hostile", { content: { component: "Page", deep: "DEEP" } });
    const text = (stories: unknown[]) =>
      JSON.stringify({ stories, cv: 100 }).replace('"DEEP"', "[".repeat(100_000) + "]".repeat(100_000));
    const reply = (path: string) =>
      path === "stories" ? { body: text([hostile, story("global"), story("z")]) } : undefined;
    service = await startScripted({ stories: [story("z")], reply });
    const { space, problems } = await service.pull();
    expect([...space.stories("en")].map((one) => one.full_slug)).toEqual(["z"]);
    expect(problems).toContainEqual(expect.objectContaining({ code: "CONTENT_MALFORMED_STORY", story: "hostile" }));
  });

  test("that is nested too deep or too large, and says so, but not one nested as deeply as people nest", async () => {
    const hostile: [string, object, string][] = [
      ["objects", { deep: nest(4000, (inner) => ({ inner })) }, "200 levels"],
      ["lists", { deep: nest(4000, (inner) => [inner]) }, "200 levels"],
      ["quotes", { text: doc(2000) }, "200 levels"],
      ["characters", { text: "x".repeat(4_000_001) }, "4 million characters"],
      ["values", { list: Array(4_000_001).fill(0) }, "4 million characters"],
    ];
    const contentWith = (fields: object) => ({ component: "Page", _uid: "x", ...fields });
    const stories = hostile.map(([name, fields]) => story(name, { content: contentWith(fields) }));
    const deep = contentWith({ text: doc(90) });
    service = await startScripted({ stories: [story("a", { content: deep }), ...stories, story("z")] });
    const { space, problems } = await service.pull();
    expect([...space.stories("en")].map((one) => one.full_slug)).toEqual(["a", "z"]);
    expect(space.story("en", "uuid-a")?.content).toEqual(deep);
    const said = hostile.map(([name, _, reason]) => ({
      code: "CONTENT_MALFORMED_STORY",
      story: name,
      message: expect.stringContaining(reason),
    }));
    expect(problems).toHaveLength(said.length);
    expect(problems).toEqual(expect.arrayContaining(said.map((one) => expect.objectContaining(one))));
  });
});

describe("Markdown that the lexer would take seconds or for ever to read is plain text", () => {
  test.each([
    ["links that are not closed", "[a](".repeat(1600)],
    ["links without text that are not closed", "![](".repeat(1600)],
    ["links to addresses in brackets", "[a](<".repeat(1600)],
    ["code between a bracket and nothing: exponential", `[${"``a".repeat(60)}`],
    ["the same for a comment", `[<!--${"``~".repeat(1000)}=\n`],
    ["an emphasis that is not closed", "*a ".repeat(16_000)],
    ["the same with underscores", "__a ".repeat(16_000)],
    ["a row of tildes", `www.\n${"~".repeat(99_000)}-->`],
    ["quotes in quotes", "> ".repeat(2000)],
    ["quotes in quotes with lines that belong to the innermost", `${"> ".repeat(20)}a\nb\n`.repeat(900)],
    ["lists in lists", "1. ".repeat(2000)],
    ["a list item of very many lines", `-  &${"](\n".repeat(26_000)}`],
    ["a megabyte", "word ".repeat(200_000)],
  ])("%s", (_, source) => {
    let nodes: ReturnType<typeof markdownNodes> | undefined;
    const ms = milliseconds(() => {
      nodes = markdownNodes(source);
    });
    expect(ms).toBeLessThan(1500); // some 50 ms; this machine may be busy
    expect(nodes?.exceedsLimits).toBe(true);
    expect(JSON.stringify(nodes?.doc)).toContain(
      JSON.stringify(source.trim().split("\n")[0]?.slice(0, 20)).slice(1, -1),
    );
  });

  test("a paragraph beyond a limit does not spoil the others", () => {
    const { doc, exceedsLimits } = markdownNodes(`**bold**\n\n${"[a](".repeat(100)}\n\n- *item*`);
    expect(exceedsLimits).toBe(true);
    expect(JSON.stringify(doc)).toContain('"text":"bold","marks":[{"type":"bold"}]');
    expect(JSON.stringify(doc)).toContain('"text":"item","marks":[{"type":"italic"}]');
  });

  test("a long article is Markdown", () => {
    const part = `## Heading\n\nText with **bold**, [a link](/x) and \`code\`.\n\n- one\n  - two\n\n| a | b |\n|---|---|\n${"| *1* | 2 |\n".repeat(40)}\n\`\`\`js\n${"const a = [1, 2];\n".repeat(60)}\`\`\`\n\n> quoted\n\n`;
    const { exceedsLimits } = markdownNodes(part.repeat(40));
    expect(exceedsLimits).toBe(false);
  });
});

test("a table with one long row and very many short ones has as many cells as the story", () => {
  const table = { tbody: [{ body: Array(20_000).fill("x") }, ...Array(20_000).fill({ body: ["y"] })] };
  expect(resolveTable(table)?.rows.flat()).toHaveLength(40_000);
});

test.each([
  ["pictures that are not closed", () => collectAssets(`${"![".repeat(200_000)}](`, {})],
  ["tags of HTML that are not closed", () => markdownNodes(`<div>\n${"<!-- <a <script ".repeat(5000)}`)],
  ["slashes in an address", () => siteHref(`${"/".repeat(200_000)}a`, () => false)],
  ["spaces in a title", () => pageTitle({ own: `a${" ".repeat(100_000)}b`, listing: [], companyName: "X" })],
  ["spaces in an address of a graphic", () => sanitizeSvg(Buffer.from(`<svg fill="url(${" ".repeat(100_000)}"/>`))],
  ["addresses in a graphic that are not closed", () => styledSvg("url(".repeat(100_000))],
])("patterns pass once over %s", (_, work) => {
  expect(milliseconds(work)).toBeLessThan(1500);
});

describe("a build", () => {
  let site: SmallSite;
  afterEach(() => {
    vi.restoreAllMocks();
    return site.close();
  });

  const FILES = {
    "site.ts": `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };`,
    "blocks/page/page.schema.ts":
      'import { blocks, defineBlock } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero", "text"]) } });',
    "blocks/text/text.schema.ts":
      'import { defineBlock, markdown } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: { text: markdown() } });',
    "blocks/text/text.tsx":
      'import { RichText } from "sitegen-storyblok/kit";\nexport default function Text({ text }) { return <RichText doc={text} />; }',
    "blocks/hero/hero.tsx": `export default function Hero({ headline }) {
  if (headline === "loop") for (;;) try { while (true); } catch {}
  if (headline === "slow") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
  if (headline === "pattern") /^(a+)+$/.test("a".repeat(60) + "b");
  return <h1>{headline}</h1>;
}`,
  };

  test("publishes the others and reports the story", async () => {
    const text = (source: string) => ({ content: { component: "page", body: [{ component: "text", text: source }] } });
    const deep = { content: { component: "page", body: [{ component: "text", text: doc(150) }] } };
    site = await openSmallSite(FILES, { home: storyWithHeadline("Home"), markdown: text("> ".repeat(2000)), deep });
    const { problemReport } = await site.build();
    expect(problemReport.all().map(({ code, story }) => [code, story])).toEqual([
      ["CONTENT_MALFORMED_STORY", "deep"],
      ["CONTENT_MARKDOWN_LIMIT", "markdown"],
    ]);
    expect(site.read("markdown/index.html")).toContain("&gt; &gt; ");
    expect(existsSync(join(site.out, "deep"))).toBe(false);
  });

  test("publishes a story whose numbers are objects, and one with tens of thousands of equal parts", async () => {
    const odd = { toString: 1, valueOf: 1 };
    const rich = (content: unknown[]) => ({
      content: { component: "page", body: [{ component: "text", text: { type: "doc", content } }] },
    });
    const words = [{ type: "text", text: "Odd" }];
    const cell = { type: "tableCell", attrs: { colspan: odd, colwidth: [odd] }, content: words };
    const marks = ["bold", "code"].flatMap((type) => Array<object>(60_000).fill({ type }));
    site = await openSmallSite(FILES, {
      home: storyWithHeadline("Home"),
      odd: rich([
        { type: "heading", attrs: { level: odd }, content: words },
        { type: "ordered_list", attrs: { order: odd }, content: [{ type: "list_item", content: words }] },
        { type: "table", content: [{ type: "tableRow", content: [cell] }] },
      ]),
      headings: rich(Array<object>(15_000).fill({ type: "heading", content: words })),
      lines: rich(Array<object>(150_000).fill({ type: "horizontal_rule" })),
      marks: rich([{ type: "paragraph", content: [{ type: "text", text: "marked", marks }] }]),
    });
    const { problemReport } = await site.build();
    expect(problemReport.all().filter(({ code }) => code !== "CONTENT_WRONG_SHAPE")).toEqual([]);
    expect(site.read("odd/index.html")).toContain("<ol><li>Odd</li></ol>");
    expect(site.read("headings/index.html")).toContain(' id="odd-15000"');
    expect(site.read("lines/index.html").split("<hr")).toHaveLength(150_001);
    expect(site.read("marks/index.html")).toContain("<strong><code>marked</code></strong>");
  });

  test("publishes a plugin's value that looks like a block, and a video whose address is none", async () => {
    const odd = { plugin: "any", component: "hero", _uid: "x" };
    site = await openSmallSite(
      {
        ...FILES,
        "blocks/hero/hero.schema.ts": `import { defineBlock, plugin, text, video } from "sitegen-storyblok/schema";
export const schema = defineBlock({ hydrate: true, fields: { headline: text(), odd: plugin("any"), film: video() },
  head: ({ headline }) => ({ meta: { name: "headline", content: headline.trim() } }) });`,
        "blocks/hero/hero.tsx": `import { Video } from "sitegen-storyblok/kit";
export default function Hero({ headline, odd, film }) { return <><h1>{headline}</h1>{odd?.plugin}<Video video={film} poster={null} /></>; }`,
      },
      {
        home: storyWithHeadline("Home"),
        plugin: { content: { component: "page", body: [{ component: "hero", headline: "Plugin", odd }] } },
        video: {
          content: {
            component: "page",
            body: [{ component: "hero", headline: "V", film: { filename: "https://[/a.mp4" } }],
          },
        },
      },
    );
    const { problemReport } = await site.build({ config: { assets: "remote" } });
    expect(problemReport.all().map(({ code }) => code)).toEqual(["ASSET_FOREIGN_HOST"]);
    expect(site.read("plugin/index.html")).toContain("<h1>Plugin</h1>any");
    expect(site.read("video/index.html")).toContain('href="https://[/a.mp4"');
  });

  test("is not kept busy by a choice of line breaks, or by a link of hash signs", async () => {
    const schema = `import { defineBlock, multilink, option, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { headline: text(), choice: option(["a"]), link: multilink() } });`;
    const Hero = `import { Link } from "sitegen-storyblok/kit";
export default function Hero({ link }) { return <h1><Link link={link}>Home</Link></h1>; }`;
    const hero = { choice: "\n".repeat(200_000), link: { linktype: "url", url: `/${"#".repeat(200_000)}` } };
    site = await openSmallSite(
      { ...FILES, "sitegen.config.json": "{}", "blocks/hero/hero.schema.ts": schema, "blocks/hero/hero.tsx": Hero },
      { home: { content: { component: "page", body: [{ component: "hero", ...hero }] } } },
    );
    const env = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public", GITHUB_ACTIONS: "true" };
    const started = performance.now();
    const { stdout } = await runHere(["check", "--state", join(site.dir, "state")], { cwd: site.dir, env });
    expect(stdout).toContain("CONTENT_UNKNOWN_CHOICE");
    expect(performance.now() - started).toBeLessThan(20_000); // minutes before
  });

  test("makes pages that take some seconds each, whatever their neighbours take", async () => {
    hurry(4);
    // The machine works for this process alone: it did not stand still.
    const usage = (before?: NodeJS.CpuUsage) => ({ user: 4000 * Date.now() - (before?.user ?? 0), system: 0 });
    vi.spyOn(process, "cpuUsage").mockImplementation(usage);
    const slow = storyWithHeadline("slow");
    site = await openSmallSite(FILES, { home: slow, two: slow, three: slow, four: slow });
    const { problemReport } = await site.build();
    expect(problemReport.all()).toEqual([]);
    expect(site.read("four/index.html")).toContain("<h1>slow</h1>");
  });

  test("stops a page whose code never ends, names it and keeps its last version", async () => {
    const late = storyWithHeadline("Late");
    site = await openSmallSite(FILES, { home: storyWithHeadline("Home"), loop: late, pattern: late });
    await site.build();
    const write = (slug: string, headline: string) =>
      site.service.publish(slug, (one) => {
        one.content.body = [{ component: "hero", headline }];
      });
    write("home", "Home again");
    write("loop", "loop");
    write("pattern", "pattern");
    hurry(5);
    const { problemReport, kept } = await site.build({ overrides: { keepGoing: true } });
    expect(problemReport.all().map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^RENDER_FAILED The page \/loop\/ .*10 seconds/),
      expect.stringMatching(/^RENDER_FAILED The page \/pattern\/ .*10 seconds/),
    ]);
    expect(kept).toEqual(["/loop/", "/pattern/"]);
    expect(site.read("index.html")).toContain("Home again");
    expect(site.read("loop/index.html")).toContain("<h1>Late</h1>");
  });
});
