/** The head of every page, as search engines, feed readers and link previews read it. */
import { beforeAll, describe, expect, it } from "vitest";
import { all, attribute, first } from "./html.ts";
import { faultsOf, grouped, links, meta, ORIGIN, type ReadSite, readSite, type SitePage } from "./read-site.ts";

let site: ReadSite;
let byUrl: Map<string, SitePage>;
beforeAll(async () => {
  site = await readSite();
  byUrl = new Map(site.pages.map((page) => [ORIGIN + page.path, page]));
});

const titleOf = (page: SitePage) => String(first(page.head, "title").children[0]);
const alternatesOf = (page: SitePage) =>
  links(page, "alternate")
    .filter((link) => link.attributes.has("hreflang"))
    .map((link) => [attribute(link, "hreflang"), attribute(link, "href")] as const);
const isIndexed = (page: SitePage) => !meta(page, "robots").includes("noindex");

describe("title and description", () => {
  it.each(["en", "de"])("are there and no two alike: %s", (lang) => {
    const pages = site.pages.filter((page) => page.lang === lang);
    const faults = [
      ...repeated(
        "title",
        pages.map((page) => [page.path, titleOf(page)]),
      ),
      ...repeated(
        "description",
        pages.map((page) => [page.path, meta(page, "description")]),
      ),
    ];
    expect(faults).toEqual([]);
  });

  it("have a length that search results show", () => {
    const faults = faultsOf(site.pages, function* (page) {
      const title = titleOf(page);
      const description = meta(page, "description");
      if (title.length > 90) yield `title of ${title.length} characters`;
      if (!title.includes("Werklicht")) yield `title without the company: ${title}`;
      if (description.length < 40 || description.length > 220) yield `description of ${description.length} characters`;
    });
    expect(faults).toEqual([]);
  });
});

describe("addresses", () => {
  it("canonical is the page's own", () => {
    const faults = faultsOf(site.pages, function* (page) {
      const found = links(page, "canonical").map((link) => attribute(link, "href"));
      if (found.join() !== ORIGIN + page.path) yield `canonical “${found.join()}”`;
    });
    expect(faults).toEqual([]);
  });

  it("hreflang names the page itself and an existing page that names it back", () => {
    const faults = faultsOf(site.pages, function* (page) {
      const alternates = new Map(alternatesOf(page));
      if (alternates.size === 0) return;
      if ([...alternates.keys()].join() !== "en,de,x-default") yield `hreflang ${[...alternates.keys()].join()}`;
      if (alternates.get(page.lang) !== ORIGIN + page.path) yield "hreflang does not name the page itself";
      if (alternates.get("x-default") !== alternates.get("en")) yield "x-default is not the English page";
      const other = byUrl.get(alternates.get(page.lang === "en" ? "de" : "en") ?? "");
      if (!other) yield "hreflang leads to no page";
      else if (JSON.stringify(alternatesOf(other)) !== JSON.stringify(alternatesOf(page)))
        yield `${other.path} does not name it back`;
    });
    expect(faults).toEqual([]);
  });

  it("pages in one language only are the exception", () => {
    const single = site.pages.filter((page) => alternatesOf(page).length === 0);
    expect(single.filter((page) => page.lang === "en").length).toBeLessThan(5);
    expect(single.filter((page) => page.lang === "de").length).toBeLessThan(5);
  });

  it("the language switch leads where hreflang does, else to the other language's home", () => {
    const faults = faultsOf(site.pages, function* (page) {
      const other = page.lang === "en" ? "de" : "en";
      const target = new Map(alternatesOf(page)).get(other)?.slice(ORIGIN.length);
      const links = all(page.root, "a").filter((link) => link.attributes.has("data-language-switch"));
      if (links.length === 0) yield "no language switch";
      for (const link of links) {
        const [lang, href] = [attribute(link, "hreflang"), attribute(link, "href")];
        const expected = lang === other ? (target ?? switchOf(page)) : page.path;
        if (href !== expected) yield `the switch to ${lang} leads to ${href}, not to ${expected}`;
      }
    });
    expect(faults).toEqual([]);
  });

  it("lists lead from page to page", () => {
    const faults = faultsOf(site.pages, function* (page) {
      for (const [rel, back] of [
        ["next", "prev"],
        ["prev", "next"],
      ] as const) {
        const [link] = links(page, rel);
        if (!link) continue;
        const other = byUrl.get(attribute(link, "href"));
        const returns = other && links(other, back).map((one) => attribute(one, "href"));
        if (returns?.join() !== ORIGIN + page.path) yield `${rel} is not answered by ${attribute(link, "href")}`;
      }
    });
    expect(faults).toEqual([]);
    expect(site.pages.filter((page) => links(page, "next").length > 0).length).toBeGreaterThan(4);
  });
});

describe("previews of shared links", () => {
  it("say what the page says", () => {
    const faults = faultsOf(site.pages, function* (page) {
      const expected = {
        "og:title": titleOf(page),
        "og:description": meta(page, "description"),
        "og:url": ORIGIN + page.path,
        "og:site_name": "Werklicht",
        "og:locale": page.lang === "de" ? "de_DE" : "en_GB",
        "og:type": page.payload.page?.component === "Insights" ? "article" : "website",
      };
      for (const [name, value] of Object.entries(expected))
        if (meta(page, name) !== value) yield `${name} is “${meta(page, name)}”, not “${value}”`;
    });
    expect(faults).toEqual([]);
  });

  it("show a picture of known size", () => {
    const faults = faultsOf(site.pages, function* (page) {
      const image = meta(page, "og:image");
      if (image === "") yield "no og:image";
      else if (!site.files.has(image.slice(ORIGIN.length + 1))) yield `og:image ${image} is no file`;
      else if (image.endsWith(".svg")) yield "og:image is an SVG, which no network shows";
      else if (!(Number(meta(page, "og:image:width")) >= 600)) yield `og:image ${meta(page, "og:image:width")} wide`;
    });
    expect(faults).toEqual([]);
  });
});

describe("structured data", () => {
  type Thing = Record<string, unknown>;
  const OWN: Record<string, string> = { Insights: "BlogPosting", Careers: "JobPosting" };

  const textsOf = (page: SitePage) =>
    all(page.root, "script")
      .filter((one) => attribute(one, "type") === "application/ld+json")
      .map((script) => String(script.children[0]));

  function wantedOf(page: SitePage): string[] {
    const own = OWN[page.payload.page?.component ?? ""];
    const wanted = page.path === "/" || page.path === "/de/" ? ["Organization", "WebSite"] : ["BreadcrumbList"];
    return own ? [...wanted, own] : wanted;
  }

  it("is JSON that cannot end its script, fits the page and leads to pages", () => {
    const faults = faultsOf(site.pages, function* (page) {
      const texts = textsOf(page);
      for (const text of texts) if (text.includes("<")) yield "JSON-LD with a <";
      const things = texts.map((text) => JSON.parse(text) as Thing);
      const types = things.map((thing) => thing["@type"]);
      for (const type of wantedOf(page)) if (!types.includes(type)) yield `no ${type}`;
      yield* things.flatMap((thing) => thingFaults(thing, String(thing["@type"])));
    });
    expect(faults).toEqual([]);
  });

  /** Nothing is empty, and every address exists. */
  function thingFaults(value: unknown, at: string): string[] {
    if (value === "" || value === null) return [`${at} is empty`];
    if (typeof value === "string" && value.startsWith(ORIGIN)) {
      const file = value.slice(ORIGIN.length + 1);
      return byUrl.has(value) || site.files.has(file) ? [] : [`${at} leads nowhere: ${value}`];
    }
    if (typeof value !== "object") return [];
    return Object.entries(value as Thing).flatMap(([key, child]) => thingFaults(child, `${at}.${key}`));
  }
});

describe("sitemap, feeds and robots", () => {
  it("the sitemap lists exactly the pages for search engines, with their versions", () => {
    const text = site.text("sitemap.xml");
    const listed = new Map(
      [...text.matchAll(/<url><loc>([^<]+)<\/loc>(.*?)<\/url>/g)].map(([, url = "", rest = ""]) => [
        url,
        [...rest.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, lang = "", href = ""]) => [lang, href]),
      ]),
    );
    const expected = site.pages.filter(isIndexed).map((page) => [ORIGIN + page.path, alternatesOf(page)] as const);
    expect([...listed.keys()].sort()).toEqual(expected.map(([url]) => url).sort());
    const differing = expected.filter(([url, own]) => JSON.stringify(own) !== JSON.stringify(listed.get(url)));
    expect(differing.map(([url]) => url)).toEqual([]);
  });

  it.each([
    ["feed.xml", "en"],
    ["de/feed.xml", "de"],
  ])("%s leads to posts of its language", (file, lang) => {
    const text = site.text(file);
    const items = [...text.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = ""]) => item);
    const urls = items.map((item) => /<link>([^<]+)</.exec(item)?.[1] ?? "");
    expect(urls.length).toBeGreaterThan(9);
    const faults = urls.filter((url) => byUrl.get(url)?.lang !== lang);
    expect(faults).toEqual([]);
    expect(text).toContain(`<language>${lang}</language>`);
    expect(items.filter((item) => !/<title>.+<\/title>.*<description>.+<\/description>/.test(item))).toEqual([]);
    const named = site.pages.filter((page) => page.lang === lang).map((page) => links(page, "alternate"));
    expect(named.every((found) => found.some((link) => attribute(link, "href") === `/${file}`))).toBe(true);
  });

  it("robots.txt names the sitemap, and only error pages ask to be left out", () => {
    expect(site.text("robots.txt")).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(site.errorPages.filter(isIndexed)).toEqual([]);
    // A page of search results is no result itself.
    const isSearch = ({ path }: SitePage) => ["/search/", "/de/suche/"].includes(path);
    const hidden = site.pages.filter(
      (page) => !isIndexed(page) && page.payload.page?.noindex !== true && !isSearch(page),
    );
    expect(hidden.map(({ path }) => path)).toEqual([]);
  });
});

function switchOf(page: SitePage): string {
  return page.payload.switchHref[page.lang === "en" ? "de" : "en"] ?? "";
}

function repeated(name: string, values: readonly (readonly [path: string, value: string])[]): string[] {
  const missing = values.filter(([, value]) => value === "").map(([path]) => ({ at: path, fault: `no ${name}` }));
  const seen = values.filter(([, value], at) => value !== "" && values.findIndex((one) => one[1] === value) !== at);
  return grouped([...missing, ...seen.map(([path, value]) => ({ at: path, fault: `${name} again: ${value}` }))]);
}
