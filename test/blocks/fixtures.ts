/** Builders of resolved block props, as components get them. Pictures are SVG data URLs. */

import type { CardData } from "../../src/blocks/card.ts";
import { words } from "../../src/blocks/ui/words.ts";
import { label } from "../../src/content/rules/labels.ts";
import { EMPTY_HEAD } from "../../src/kit/document-payload.ts";
import type { Lang, StoryEntry } from "../../src/site/api/model.ts";
import type { Block, ImageData, LinkData, Payload, RichTextNode, Shared } from "../../src/site/api/payload.ts";
import type { ContentReader } from "../../src/site/api/reader.ts";
import { forLanguage as languageDates } from "../../src/site/by-language.ts";
import { wordsOf } from "../../src/site/words.ts";
import { dates, languages } from "../helpers/definition.ts";

export function link(href = "/somewhere/", more: Partial<LinkData> = {}): LinkData {
  return { href, kind: "internal", target: "", name: "", ...more };
}

export function linkBlock(title: string, style = "button-arrow", href = "/somewhere/"): Block {
  const kind = href === "#contact-overlay" ? "overlay" : href.startsWith("http") ? "external" : "internal";
  return { component: "Link", _uid: `link-${title}`, title, style, link: link(href, { kind }) };
}

/** A drawn picture: contour lines on a coloured ground, different for each seed. */
export function image(seed = 1, width = 1600, height = 1000, more: Partial<ImageData> = {}): ImageData {
  const dark = seed % 2 === 0;
  const rings = Array.from({ length: 14 }, (_, ring) => {
    const cx = width * (0.3 + 0.08 * (seed % 5));
    const cy = height * (0.5 + 0.05 * (seed % 3));
    return `<ellipse cx="${cx}" cy="${cy}" rx="${40 + ring * 70}" ry="${26 + ring * (34 + seed * 2)}"/>`;
  }).join("");
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="${dark ? "#1d232a" : "#dcd8cd"}"/>` +
    `<g fill="none" stroke="${dark ? "#63a9ad" : "#3a4149"}" stroke-width="2">${rings}</g>` +
    `<circle cx="${width * 0.62}" cy="${height * 0.42}" r="${height * 0.03}" fill="#ff5a1f"/></svg>`;
  const src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  return {
    src,
    width,
    height,
    alt: `Contours ${seed}`,
    title: "",
    copyright: "",
    focus: "",
    sources: [],
    widths: [],
    ...more,
  };
}

/** Rich text from lines: "## Heading", "- item", "> quote", or a paragraph. */
export function rich(...lines: string[]): RichTextNode {
  const content: RichTextNode[] = [];
  for (const line of lines) {
    const text = (value: string): RichTextNode[] => [{ type: "text", text: value }];
    const paragraph = (value: string): RichTextNode => ({ type: "paragraph", content: text(value) });
    if (line.startsWith("- ")) {
      const last = content.at(-1);
      const item: RichTextNode = { type: "list_item", content: [paragraph(line.slice(2))] };
      if (last?.type === "bullet_list") last.content?.push(item);
      else content.push({ type: "bullet_list", content: [item] });
    } else if (line.startsWith("> ")) {
      content.push({ type: "blockquote", content: [paragraph(line.slice(2))] });
    } else if (line.startsWith("#")) {
      const level = line.indexOf(" ");
      const title = line.slice(level + 1);
      content.push({ type: "heading", level, id: title.toLowerCase().replace(/\W+/g, "-"), content: text(title) });
    } else content.push(paragraph(line));
  }
  return { type: "doc", content };
}

export function card(title: string, more: Partial<CardData> = {}): CardData {
  return {
    id: 1,
    uuid: `uuid-${title}`,
    component: "Insights",
    href: `/insights/${title.toLowerCase().replace(/\W+/g, "-")}/`,
    name: title,
    title,
    text: "Where to look first, which lines belong to which part, and how a healthy bearing ended up on the scrap pile.",
    image: image(title.length),
    icon: null,
    category: { value: "mlops", label: "MLOps" },
    industry: null,
    solution: null,
    industries: [],
    solutions: [],
    date: "2025-03-04",
    dateText: "4 March 2025",
    author: "Felix Moser",
    authorImage: null,
    readingMinutes: 6,
    department: "",
    location: "",
    employmentType: "",
    customer: "",
    customerLogo: null,
    salary: "",
    result: null,
    ...more,
  };
}

/** A reader over a few cards: every listing returns all of them, up to its limit. */
export function stubReader(cards: CardData[], lang: Lang = "en"): ContentReader {
  return {
    lang,
    base: "/",
    languages,
    pathOf: (slug) => `/${slug}/`,
    href: (path) => path,
    self: () => ({ uuid: "self", path: "/self/", slug: "self", fields: {} }) as StoryEntry,
    story: () => undefined,
    storyElsewhere: () => undefined,
    isLive: () => false,
    card: (uuid) => cards.find((found) => found.uuid === uuid) ?? cards[0] ?? null,
    latest: ({ limit }) => cards.slice(0, limit),
    pages: () => [],
    total: () => cards.length,
    counts: () => cards.map(({ category }) => [category?.value ?? "", 1]),
    combinations: () => [],
    tags: () => [],
    blocks: () => [],
    fields: () => null,
    source: () => ({ get: () => undefined, all: () => [], where: () => [], total: () => 0 }),
    listingHref: ({ page, category }) => `/self/${category}/${page}/`,
    image: () => null,
    file: () => null,
    option: (_, value) => ({ value, label: value }),
    options: () => cards.flatMap((found) => found.category ?? []),
    dateText: (date) => date,
    problem: () => undefined,
  };
}

const navItem = (title: string, subs: string[], href = ""): Block => ({
  component: "NavItem",
  _uid: `nav-${title}`,
  title,
  link: href ? link(href) : null,
  items: subs.map((sub) => linkBlock(sub, "text", `/${sub.toLowerCase().replace(/\W+/g, "-")}/`)),
  text: "",
  image: null,
  story: [],
});

const LABELS: Record<string, [string, string]> = {
  driven_by: ["Driven by", "Angetrieben von"],
  data_and_heart: ["data and heart", "Daten und Herz"],
  "company-name": ["Werklicht GmbH", "Werklicht GmbH"],
  address: ["Lindenwerkstraße 14", "Lindenwerkstraße 14"],
  plz_city: ["81671 Munich, Germany", "81671 München"],
  we_are_hiring: ["We are hiring", "Wir stellen ein"],
};

export function globalBlock(more: Record<string, unknown> = {}): Block {
  const nav = [
    navItem("Solutions", ["Predictive quality", "Predictive maintenance", "Visual inspection"], "/solutions/"),
    navItem("Platform", ["Lumen", "Lumen Vision", "Pricing"]),
    navItem("Customers", [], "/customers/"),
    navItem("Insights", [], "/insights/"),
    navItem("Company", ["About us", "Team", "Culture", "Careers"]),
  ];
  return {
    component: "Global",
    _uid: "global",
    main_nav: nav,
    main_mobile_nav: [...nav, navItem("Contact", [], "/contact/")],
    footer_nav: nav,
    legal_nav: ["Imprint", "Privacy policy", "Terms and conditions"].map((title) => linkBlock(title, "text")),
    jobs_link: link("/careers/"),
    open_jobs: 6,
    cookie_settings: "Cookie settings",
    linkedin: "https://www.linkedin.com/company/example",
    facebook: "https://www.facebook.com/example",
    instagram: "",
    youtube: "https://www.youtube.com/@example",
    contact_overlay: [],
    ...more,
  };
}

export function shared(lang: Lang = "en", more: Partial<Shared> = {}): Shared {
  const at = lang === "de" ? 1 : 0;
  const labels = Object.entries(LABELS).map(([name, values]) => ({
    name,
    value: values[0],
    dimension_value: at === 1 ? values[1] : null,
  }));
  return {
    lang,
    site: {
      languages,
      origin: "https://www.werklicht.example",
      base: "/",
      companyName: "Werklicht",
      platformName: "Lumen",
      badge: null,
      contactEndpoint: "https://forms.werklicht.example/contact",
      previewEditorOrigins: [],
      bridgeUrl: "",
      consent: { categories: ["necessary", "media"], embeds: "media" },
    },
    homeHref: lang === "de" ? "/de/" : "/",
    global: globalBlock(),
    blocks: [],
    labels,
    words: wordsOf(words[at === 1 ? "de" : "en"], (name) => label(labels, name)),
    dates: languageDates(dates, lang),
    options: {
      "insight-categories": [
        { value: "industrial-ai", label: "Industrial AI" },
        { value: "mlops", label: "MLOps" },
      ],
      "all-industries": [{ value: "automotive", label: "Automotive" }],
      "all-solutions": [{ value: "visual-inspection", label: "Visual inspection" }],
    },
    ...more,
  };
}

export function payload(body: Block[], lang: Lang = "en", more: Partial<Payload> = {}): Payload {
  const path = lang === "de" ? "/de/seite/" : "/page/";
  return {
    kind: "page",
    lang,
    path,
    story: { id: 1, uuid: "u", component: "Page", name: "Test page" },
    switchHref: { en: "/page/", de: "/de/seite/" },
    head: { ...EMPTY_HEAD, title: "Test page", og: { ...EMPTY_HEAD.og, type: "website" } },
    crumbs: [],
    listing: null,
    page: { component: "Page", _uid: "page", body },
    blocks: [],
    ...more,
  };
}
