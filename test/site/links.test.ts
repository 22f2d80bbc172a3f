/** Every address that a page, a style or a file names leads to a file, and every anchor to an element. */
import { beforeAll, describe, expect, it } from "vitest";
import { filesInJson, filesOf } from "./addresses.ts";
import { all, attribute, elementsIn, type HtmlElement, textOf } from "./html.ts";
import { faultsOf, grouped, ORIGIN, type ReadSite, readSite, type SitePage } from "./read-site.ts";

let site: ReadSite;
let everyPage: SitePage[];
let ids: Map<string, Set<string>>;
beforeAll(async () => {
  site = await readSite();
  everyPage = [...site.pages, ...site.errorPages];
  ids = new Map(everyPage.map((page) => [page.path, idsOf(page)]));
});

const idsOf = (page: SitePage) => new Set([...elementsIn(page.root)].map((one) => attribute(one, "id")));

/** The file that a static host sends for a path of the site, or undefined. */
function fileAt(path: string): string | undefined {
  const name = decodeURIComponent(path.replace(/[?#].*$/, "")).slice(1);
  const file = name === "" || name.endsWith("/") ? `${name}index.html` : name;
  return site.files.has(file) ? file : undefined;
}

describe("every link", () => {
  it("leads to a page of the site, by its final address", () => {
    const faults = faultsOf(everyPage, function* (page) {
      for (const link of all(page.root, "a", "area")) {
        const href = attribute(link, "href");
        if (href.startsWith("/")) yield* internalFaults(href);
      }
      // The endpoint of test/helpers/sample-site.ts, which is no page; the search asks its own page.
      for (const form of all(page.root, "form"))
        if (!["/contact-form", ""].includes(attribute(form, "action")))
          yield `a form posts to ${attribute(form, "action")}`;
    });
    expect(faults).toEqual([]);
  });

  function* internalFaults(href: string): Generator<string> {
    const file = fileAt(href);
    const [path = "", anchor] = href.split("#");
    const isPage = file?.endsWith(".html");
    if (!file) yield `${href} leads nowhere`;
    else if (site.stubs.includes(file)) yield `${href} leads through a redirect`;
    else if (isPage && !/\/($|\?)/.test(path)) yield `${href} does not end in a slash`;
    if (anchor && isPage && !hasAnchor(path, anchor)) yield `${href}: no such anchor`;
  }

  it("within a page has its target there", () => {
    const faults = faultsOf(everyPage, function* (page) {
      for (const link of all(page.root, "a")) {
        const href = attribute(link, "href");
        if (href === "#" || href === "") yield `“${textOf(link)}” leads nowhere`;
        else if (href.startsWith("#") && !hasAnchor(page.path, href.slice(1))) yield `${href}: no such anchor`;
      }
    });
    expect(faults).toEqual([]);
  });

  it("has a known form and opens new windows safely", () => {
    const faults = faultsOf(everyPage, function* (page) {
      for (const link of all(page.root, "a")) {
        const href = attribute(link, "href");
        if (!/^(?:\/(?!\/)|#|https:\/\/|mailto:[^\s@]+@[^\s@]+|tel:\+?[\d-]+$)/.test(href)) yield `odd address ${href}`;
        if (href.startsWith(ORIGIN)) yield `${href} is written with its origin`;
        if (attribute(link, "target") === "_blank" && !attribute(link, "rel").includes("noopener"))
          yield `${href} opens a window without noopener`;
      }
    });
    expect(faults).toEqual([]);
  });

  it("has words", () => {
    const faults = faultsOf(everyPage, function* (page) {
      for (const link of all(page.root, "a", "button"))
        if (nameOf(link) === "") yield `<${link.tag}> ${attribute(link, "href")} has no name`;
    });
    expect(faults).toEqual([]);
  });

  it("stays in the page's language", () => {
    // The error page's way back leads to the English home page in both languages (specification §2.7).
    const faults = faultsOf(site.pages, function* (page) {
      for (const link of all(page.root, "a")) {
        const href = attribute(link, "href");
        if (!href.startsWith("/") || href.startsWith("/_assets/") || attribute(link, "hreflang") !== "") continue;
        if (/^\/de(?:\/|$)/.test(href) !== (page.lang === "de")) yield `${href} leads into the other language`;
      }
    });
    expect(faults).toEqual([]);
  });

  it("reaches every page from the home pages", () => {
    const targets = new Map(
      everyPage.map((page) => [
        page.path,
        all(page.root, "a").map((link) => attribute(link, "href").replace(/[?#].*$/, "")),
      ]),
    );
    const reached = new Set(["/", "/de/"]);
    for (const path of reached) for (const href of targets.get(path) ?? []) if (targets.has(href)) reached.add(href);
    expect(site.pages.map(({ path }) => path).filter((path) => !reached.has(path))).toEqual([]);
  });
});

describe("every file", () => {
  it("that a page loads is there", () => {
    const faults = faultsOf(everyPage, function* (page) {
      for (const one of elementsIn(page.root))
        for (const address of filesOf(one)) {
          if (/^https?:\/\//.test(address)) yield `${address} comes from elsewhere`;
          else if (!address.startsWith("/_assets/") && !/^\/(?:de\/)?(?:feed\.xml|_words\.json)$/.test(address))
            yield `odd file ${address}`;
          else if (!fileAt(address)) yield `${address} is missing`;
        }
    });
    expect(faults).toEqual([]);
  });

  it("that a style names is there", () => {
    const styles = [...site.files].filter((file) => file.endsWith(".css"));
    const named = styles.flatMap((file) =>
      [...site.text(file).matchAll(/url\("?([^")]+)"?\)/g)].map(([, url = ""]) => url),
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((url) => !url.startsWith("data:") && !fileAt(url))).toEqual([]);
  });

  it("that a payload or the shared state names is there", () => {
    const texts = [...site.files].filter((file) =>
      /_payload\.json$|_words\.json$|shared-(?:en|de)-\w+\.json$/.test(file),
    );
    expect(texts.length).toBeGreaterThan(100);
    const faults = texts.flatMap((file) =>
      [...filesInJson(JSON.parse(site.text(file)))]
        .filter((address) => !fileAt(address))
        .map((address) => ({ at: file, fault: `${address} is missing` })),
    );
    expect(grouped(faults)).toEqual([]);
  });

  it("of a picture's srcset grows in width, within the picture", () => {
    const faults = faultsOf(everyPage, function* (page) {
      for (const picture of all(page.root, "picture")) {
        const [image] = all(picture, "img");
        if (image) yield* pictureFaults(all(picture, "source"), image);
      }
    });
    expect(faults).toEqual([]);
  });

  /**
   * Sources with a media condition show another picture: they end with one file of it for browsers that do not know the
   * best format, and say its size. Sources without a condition show the picture of the `<img>`, which names such a file.
   */
  function* pictureFaults(sources: readonly HtmlElement[], image: HtmlElement): Generator<string> {
    const name = attribute(image, "src");
    const first = sources.findIndex((source) => !source.attributes.has("media"));
    if (first !== -1 && sources.slice(first).some((source) => source.attributes.has("media")))
      yield `${name}: a source with a condition comes after those that fit every window`;
    for (const media of new Set(sources.map((source) => attribute(source, "media")))) {
      const same = sources.filter((source) => attribute(source, "media") === media);
      const own = media === "" ? image : (same.pop() ?? image);
      const [best, ...older] = same;
      if (best) yield* sourceFaults(best, own, name);
      for (const source of older) yield* fallbackFaults(source, own, name);
      if (own === image && best && !/-\d+\.webp$/.test(name)) yield `${name}: not a file of one size`;
      if (own !== image) yield* ownFaults(own, same, `${name}: ${media}`);
    }
  }

  function* ownFaults(own: HtmlElement, formats: readonly HtmlElement[], name: string): Generator<string> {
    if (attribute(own, "srcset").includes(" ")) yield `${name} ends without the picture's own file`;
    if (!["", "image/webp"].includes(attribute(own, "type"))) yield `${name} has no source for every browser`;
    if (own.attributes.has("type")) yield* fallbackFaults(own, own, name);
    for (const source of [...formats, own])
      for (const side of ["width", "height"])
        if (!(Number(attribute(source, side)) > 0)) yield `${name} has a source without ${side}`;
  }

  function* sourceFaults(source: HtmlElement, own: HtmlElement, name: string): Generator<string> {
    const widths = [...attribute(source, "srcset").matchAll(/\s(\d+)w/g)].map(([, width]) => Number(width));
    for (const wanted of ["type", "sizes"])
      if (!source.attributes.has(wanted)) yield `${name}: source without ${wanted}`;
    if (widths.length === 0) yield `${name}: source without widths`;
    if (widths.some((width, at) => width <= (widths[at - 1] ?? 0))) yield `${name}: widths ${widths.join()}`;
    if (!(Math.max(...widths) <= Number(attribute(own, "width")))) yield `${name}: variants wider than itself`;
  }

  /** Browsers that do not know the best format get one size, no larger than the picture. */
  function* fallbackFaults(source: HtmlElement, own: HtmlElement, name: string): Generator<string> {
    const width = Number(/-(\d+)\.\w+$/.exec(attribute(source, "srcset"))?.[1]);
    if (!source.attributes.has("type")) yield `${name}: fallback without type`;
    if (!(width <= Number(attribute(own, "width")))) yield `${name}: fallback of ${width} pixels`;
  }

  it("that nobody names is not there", () => {
    const text = [...site.files].filter(
      (file) => /\.(?:html|js|css|json|xml)$/.test(file) && !file.includes("builds/"),
    );
    const named = text.map((file) => site.text(file)).join("\n");
    const media = [...site.files].filter((file) => file.startsWith("_assets/media/"));
    const isNamed = (file: string) => named.includes(file) || named.includes(file.replace(/-\d+(\.\w+)$/, "-{w}$1"));
    expect(media.filter((file) => !isNamed(file.slice("_assets/".length)))).toEqual([]);
  });
});

describe("the build manifest", () => {
  it("lists the pages, and redirects that lead to them", () => {
    const { id } = JSON.parse(site.text("_assets/builds/latest.json"));
    const meta = JSON.parse(site.text(`_assets/builds/meta/${id}.json`)) as Manifest;
    expect(meta.prerendered).toEqual(site.pages.map(({ path }) => path).sort());
    const faults: { at: string; fault: string }[] = [];
    for (const [from, rule] of Object.entries(meta.routeRules)) {
      const target = rule.redirect?.to ?? from;
      if (target.startsWith("/") && !target.includes(":") && !fileAt(target))
        faults.push({ at: from, fault: `${target} leads nowhere` });
      else if (rule.redirect && site.stubs.includes(fileAt(target) ?? ""))
        faults.push({ at: from, fault: `${target} redirects again` });
    }
    expect(grouped(faults)).toEqual([]);
    expect(Object.keys(meta.routeRules).length).toBeGreaterThan(150);
  });
});

interface Manifest {
  prerendered: string[];
  routeRules: Record<string, { redirect?: { to: string } }>;
}

function hasAnchor(path: string, anchor: string): boolean {
  return ids.get(path.replace(/\?.*$/, ""))?.has(decodeURIComponent(anchor.replace(/\?.*$/, ""))) ?? false;
}

/** An approximation of the accessible name; axe computes all of it. */
function nameOf(one: HtmlElement): string {
  const alts = all(one, "img").map((image) => attribute(image, "alt"));
  return [attribute(one, "aria-label"), attribute(one, "aria-labelledby"), textOf(one), ...alts].join("").trim();
}
