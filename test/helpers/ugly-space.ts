/**
 * A space as they grow over years: sixty components with names and fields that no programmer chose. Names with spaces,
 * umlauts, leading digits, hyphens, JavaScript's own names, names that differ only in case; fields that React
 * or JavaScript reserve; tables, plugins, deeply nested blocks; empty fields, groups and folders.
 */
import { writeFiles } from "./site-from-space.ts";

type Content = Record<string, unknown>;

const asset = (filename = "", alt = "") => ({ id: null, fieldtype: "asset", filename, alt, name: "", title: "" });
const doc = (text: string) => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text, marks: [{ type: "bold" }] }] }],
});
const table = {
  fieldtype: "table",
  thead: [{ _uid: "h", component: "_table_head", value: "Größe" }],
  tbody: [{ _uid: "r", component: "_table_row", body: [{ _uid: "c", component: "_table_col", value: "Riesig <3" }] }],
};
const square = { $asset: "square.png", alt: "A square" };

/** Names with different difficulties; each is a component with one text. */
export const UGLY_NAMES = [
  ..."constructor default class toString hasOwnProperty valueOf prototype function import new null undefined".split(
    " ",
  ),
  ..."Blocks blocks Image Link RichText Table Video editable useSite PropsOf schema Component Fragment".split(" "),
  ..."teaser Teaser TEASER hero-section hero_section herosection HeroSection hero--section -hero- _hero".split(" "),
  ..."3d-view 2 007 über-uns Über-uns straße ñandú 日本語 Привет".split(" "),
  ...["Feature 2", "feature  2", " padded ", "index", "con", "app", "shared"],
];

/** Names that only an import can give components; no code is written for them. */
export const REFUSED_NAMES = [..."a/b c.d e&f it's <b> {x} 50% #1 *".split(" "), 'with "quotes"', "back\\slash"];

/** Fields that mean something to React or JavaScript, or are valid names in neither. */
export const UGLY_FIELDS: Readonly<Record<string, string>> = {
  key: "A field called key",
  ref: "A field called ref",
  children: "A field called children",
  style: "A field called style",
  data: "A field called data",
  className: "A field called className",
  constructor: "A field called constructor",
  default: "A field called default",
  class: "A field called class",
  "3d": "A field that begins with a digit",
  größe: "A field with an umlaut",
  "two words": "A field with a space",
  "dash-ed": "A field with a hyphen",
  dangerouslySetInnerHTML: "A field called dangerouslySetInnerHTML",
  payload: "A field called payload",
};

const nested = (depth: number): Content => ({
  component: "recursive",
  label: `Depth ${depth}`,
  items: depth === 0 ? [] : [nested(depth - 1)],
});

const home: Content = {
  component: "content type page",
  title: "Willkommen",
  title__i18n__pt_br: "Bem-vindo",
  title__i18n__zh_Hans: "欢迎",
  "SEO title": "Nobody reads this",
  body: [
    ...UGLY_NAMES.map((component) => ({ component, label: `Shown by ${component}` })),
    ...REFUSED_NAMES.map((component) => ({ component, label: "Never shown" })),
    { component: "fields", ...UGLY_FIELDS, 'a"quote': "Never shown" },
    {
      component: "kinds",
      rich: doc("Rich words"),
      table,
      plugin: { plugin: "my-color-picker", _uid: "p", color: "#ff0000" },
      tags: ["new", "sale"],
      colour: "rot",
      colours: ["rot", "grün"],
      story: { $story: "pages/about" },
      stories: [{ $story: "pages/about" }, { $story: "blog/first" }],
      picture: square,
      pictures: [square, square],
      download: { $asset: "brochure.pdf" },
      files: [{ $asset: "brochure.pdf" }, square],
      link: { fieldtype: "multilink", linktype: "url", url: "https://example.com", cached_url: "https://example.com" },
      story_link: { $link: "pages/about" },
      date: "2025-03-04 09:00",
      text_of_lines: "One line\nand another",
      markdown: "# A heading\n\n- one\n- two",
      amount: "12.50",
      flag: true,
      nothing: "",
      empty: [],
      unset: null,
      no_picture: asset(),
      mixed: "once a text",
    },
    // An editor changed the field's type after the first blocks were written.
    { component: "kinds", mixed: doc("now rich text"), picture: asset(), tags: "", story: "", date: "" },
    nested(6),
    { component: "group", items: [] },
    { component: "group" },
  ],
};

const post = (title: string): Content => ({ component: "Blog Post", Überschrift: title, text: doc(`About ${title}`) });

const STORIES: Record<string, Content> = {
  "pages/home": home,
  "pages/about": { component: "content type page", title: "Über uns", body: [] },
  "blog/index": { component: "default-page", headline: "Alle Beiträge", body: [{ component: "group", items: [] }] },
  "blog/first": post("der erste"),
  "blog/2025/second": post("der zweite"),
  "blog/2025/index": { component: "default-page" },
  "constructor/x": post("constructor"),
};

/** Writes the space's folder. */
export function writeUglySpace(dir: string): void {
  writeFiles(dir, {
    "space.json": {
      ...{ name: 'Ärger & "Co"', id: 77, version: 1_767_600_000, languages: ["pt-br", "zh-Hans"] },
      ...{ token: "ugly-public-token", previewToken: "ugly-preview-token" },
    },
    ...Object.fromEntries(Object.entries(STORIES).map(([slug, content]) => [`stories/${slug}.json`, { content }])),
    "datasources/Farben & Größen 2.0.json": [
      { name: "Rot", value: "rot", "pt-br": "vermelho" },
      { name: "Grün", value: "grün" },
    ],
    "datasources/constructor.json": [{ name: "x", value: "y" }],
    "assets/square.png": Buffer.from(PIXEL, "base64"),
    "assets/brochure.pdf": Buffer.from("%PDF-1.4\n%%EOF\n"),
  });
}

/** One pixel, PNG in base64. */
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
