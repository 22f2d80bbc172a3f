/** Sites that are not the sample, each with a space, languages and blocks of its own, built through the command line. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startSpaceService } from "../../src/space/start-space-service.ts";
import { buildSite, temporaryFolder } from "../helpers/build-site.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const BLOCKS: Record<string, string> = {
  "blocks/page/page.schema.ts":
    'import { defineBlock, sections } from "sitegen/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: sections() } });\n',
  "blocks/page/page.tsx":
    'import { Blocks } from "sitegen/kit";\nexport default function Page({ body }) { return <Blocks of={body} />; }\n',
  "blocks/hero-section/hero-section.schema.ts":
    'import { defineBlock, multilink, text } from "sitegen/schema";\nexport const schema = defineBlock({ fields: { headline: text(), link: multilink() } });\n',
  "blocks/hero-section/hero-section.tsx":
    "export default function Hero({ headline, link }) { return <section><h1>{headline}</h1>{link && <a href={link.href}>more</a>}</section>; }\n",
};

const page = (headline: string, link = "") => ({
  content: {
    component: "page",
    body: [{ component: "hero-section", headline, ...(link && { link: { linktype: "story", cached_url: link } }) }],
  },
});

/** Writes a site and a space into folders of their own, and builds one from the other. */
async function built({
  site,
  stories,
  config = {},
}: {
  site: object;
  stories: Record<string, unknown>;
  config?: object;
}) {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder.dir, path)), { recursive: true });
    writeFileSync(join(folder.dir, path), text);
  };
  for (const [path, text] of Object.entries(BLOCKS)) write(path, text);
  write("site.ts", `export default ${JSON.stringify(site)};\n`);
  write("sitegen.config.json", JSON.stringify(config));
  const info = { name: "X", id: 7, version: 1_700_000_000, languages: [], token: "public", previewToken: "preview" };
  write("space/space.json", JSON.stringify(info));
  for (const [slug, story] of Object.entries(stories)) write(`space/stories/${slug}.json`, JSON.stringify(story));
  const service = await startSpaceService({
    dir: join(folder.dir, "space"),
    watch: false,
    journal: false,
    quiet: true,
  });
  const out = join(folder.dir, "out");
  try {
    const { report } = await buildSite({
      service,
      out,
      stateDir: join(folder.dir, "state"),
      config: join(folder.dir, "sitegen.config.json"),
    });
    return { report, service, read: (path: string) => readFileSync(join(out, path), "utf8"), out };
  } finally {
    await service.close();
  }
}

describe("three languages with a folder each", () => {
  const site = {
    languages: [
      { code: "en" },
      { code: "fr", locale: "fr-FR", name: "Français" },
      { code: "nl", prefix: "nederlands" },
    ],
    translation: "folders",
    global: null,
    pageTypes: { page: {} },
  };
  const stories = {
    "en/home": page("Home", "en/about"),
    "en/about": page("About"),
    "fr/home": page("Accueil", "fr/about"),
    "fr/about": page("À propos"),
    "nl/home": page("Welkom"),
  };

  test("each page lies below its language, in its language, tied to its twins", async () => {
    const config = { site: { origin: "https://x.example", companyName: "X" } };
    const { report, read, out } = await built({ site, stories, config });
    expect(report).toMatchObject({ ok: true, stories: 5, pages: { total: 5 }, problems: [] });
    expect(read("fr/index.html")).toMatch(/^<!doctype html>\n<html lang="fr-FR"/);
    expect(read("fr/index.html")).toContain('<a href="/fr/about/">more</a>');
    expect(read("index.html")).toContain('<a href="/about/">more</a>');
    const versions = [...read("fr/index.html").matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map((match) =>
      match.slice(1),
    );
    expect(versions).toEqual([
      ["en", "https://x.example/"],
      ["fr-FR", "https://x.example/fr/"],
      ["nl", "https://x.example/nederlands/"],
      ["x-default", "https://x.example/"],
    ]);
    const about = [...read("about/index.html").matchAll(/hreflang="([^"]+)"/g)].map((match) => match[1]);
    expect(about).toEqual(["en", "fr-FR", "x-default"]);
    expect(JSON.parse(read("about/_payload.json")).switchHref).toEqual({
      en: "/about/",
      fr: "/fr/about/",
      nl: "/nederlands/",
    });
    for (const file of ["404.html", "fr/404.html", "nederlands/404.html"])
      expect(existsSync(join(out, file))).toBe(true);
    expect(read("sitemap.xml").match(/<url>/g)).toHaveLength(5);
  });
});

describe("one language, no global story, no datasource", () => {
  const site = { languages: [{ code: "en" }], global: null, pageTypes: { page: {} } };

  test("has no prefix, no hreflang and no switch, and asks for nothing that is not there", async () => {
    const { report, read, service, out } = await built({ site, stories: { home: page("Home"), "a/b": page("Deep") } });
    expect(report).toMatchObject({ ok: true, pages: { total: 2 }, problems: [] });
    expect(read("index.html")).not.toContain("hreflang");
    expect(JSON.parse(read("a/b/_payload.json")).switchHref).toEqual({});
    expect(read("index.html")).toContain('<a class="skip" href="#main">Skip to content</a>');
    expect(existsSync(join(out, "de"))).toBe(false);
    expect(service.log.filter(({ path }) => /datasource|global/.test(path))).toEqual([]);
  });

  test("a space whose stories are of other types is named with what was found and what to write", async () => {
    const stories = { home: { content: { component: "landing", body: [] } }, x: { content: { component: "landing" } } };
    await expect(built({ site, stories })).rejects.toMatchObject({
      code: "BUILD_NO_PAGES",
      message: expect.stringContaining("has the page types page, the space has stories of landing (2)"),
      hint: expect.stringContaining('{ "landing": {} }'),
    });
    expect(existsSync(join(folder.dir, "out", "index.html"))).toBe(false);
  });

  test("a language that the space does not have is said once", async () => {
    const more = { ...site, languages: [{ code: "en" }, { code: "fr" }], translation: "folders" };
    const { report } = await built({ site: more, stories: { "en/home": page("Home"), "es/home": page("Inicio") } });
    const misfits = report.problems.filter(({ code }) => code === "SITE_MISFIT");
    expect(misfits.map(({ message }) => message)).toEqual([
      'The space has no story in the language "fr"; its root folders of no language are es.',
    ]);
  });
});
