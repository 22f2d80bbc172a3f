/**
 * A site that is not the sample: three languages, two listed types with feeds, a layout that lists stories, and a block
 * that asks the reader for whatever an editor wrote into it.
 */
import { storyUuid } from "../../src/space/identity.ts";

const schema = (fields: string, more = "") =>
  `import * as f from "sitegen-storyblok/schema";\nexport const schema = f.defineBlock({ ${more}fields: { ${fields} } });\n`;
const BODY = 'body: f.blocks(["query", "related", "prose", "picture", "way", "archive", "calendar"])';

/** Shows everything it gets, so that any difference of a payload is a difference of the page. */
const SHOW = `const show = (value) => <code>{JSON.stringify(value)}</code>;\n`;
const component = (name: string, more = "") =>
  `import { Blocks, editable, Link, RichText } from "sitegen-storyblok/kit";\n${SHOW}export default function ${name}({ body, ...props }) { const { _mark, _uid, ...rest } = props; return <section {...editable(props)}>{show(rest)}${more}{body && <Blocks of={body} />}</section>; }\n`;

const PAGE_TYPES = ["page", "article", "event", "person"];
const BLOCKS: Record<string, { fields: string; more?: string; data?: string }> = {
  page: { more: 'kind: "page", ', fields: `title: f.text({ translatable: true }), teaser: f.text(), ${BODY}` },
  article: {
    more: 'kind: "page", ',
    fields: `title: f.text({ translatable: true }), written: f.datetime(), topic: f.datasource("topics"), author: f.relation("person"), related: f.relations(""), teaser_image: f.image(), hidden: f.boolean(), ${BODY}`,
  },
  event: {
    more: 'kind: "page", ',
    fields: `title: f.text({ translatable: true }), place: f.datasource("places"), price: f.number(), host: f.relation("person"), ${BODY}`,
  },
  person: {
    more: 'kind: "page", ',
    fields: `title: f.text(), boss: f.relation("person"), portrait: f.image(), home: f.multilink(), ${BODY}`,
  },
  archive: {
    fields: 'size: f.number(), from: f.text(), top: f.relation("article")',
    data: `export const data = (block, reader, listing) => {
  const query = { type: "article", startsWith: block.from || undefined, ...(listing?.category ? { category: listing.category } : {}) };
  const size = block.size ?? 2;
  return { listing, total: reader.total(query), cards: reader.latest({ ...query, offset: ((listing?.page ?? 1) - 1) * size, limit: size }), counts: reader.counts(query, "topic"), next: listing ? reader.listingHref({ page: listing.page + 1, category: listing.category }) : "" };
};`,
  },
  calendar: {
    fields: 'per_page: f.number(), starts_with: f.text(), featured: f.relation("event")',
    data: `export const data = (_, reader, listing) => ({ listing, names: reader.pages({ type: "event", limit: 3 }), places: reader.options("places") });`,
  },
  query: {
    fields:
      'ask: f.text(), of: f.text(), category: f.text(), from: f.text(), depth: f.number(), offset: f.number(), limit: f.number(), field: f.text(), except: f.relations(""), skip_self: f.boolean()',
    data: `const given = (key, value) => (value === null || value === "" || value === undefined ? {} : { [key]: value });
export const data = (block, reader) => {
  const query = { type: block.of || "article", ...given("category", block.category), ...given("startsWith", block.from), ...given("depth", block.depth) };
  const except = [...block.except.map(({ uuid }) => uuid), ...(block.skip_self ? [reader.self().uuid] : [])];
  const list = { ...query, ...given("limit", block.limit), ...given("offset", block.offset), ...(except.length > 0 ? { except } : {}) };
  const field = block.field || "topic";
  switch (block.ask) {
    case "pages": return reader.pages(list);
    case "total": return reader.total(list);
    case "counts": return reader.counts(query, field);
    case "combinations": return reader.combinations(query, [field, "title"]);
    case "neighbours": {
      const all = reader.pages(query);
      const at = all.findIndex(({ path }) => path === reader.self().path);
      return { before: all[at - 1] ?? null, after: all[at + 1] ?? null };
    }
    case "nested": return reader.latest(list).map((card) => reader.story(card.uuid)?.name ?? reader.storyElsewhere(card.uuid)?.path ?? null);
    case "all": return reader.total(query) > 3 ? reader.combinations(query, [field]) : reader.latest(query);
    default: return reader.latest(list);
  }
};`,
  },
  related: { fields: 'to: f.relations(""), one: f.relation("article")' },
  prose: { fields: "text: f.richtext(), note: f.markdown()" },
  picture: { fields: "image: f.image(), more: f.images()" },
  way: {
    fields: "title: f.text(), link: f.multilink()",
    data: `export const data = (_, reader) => ({ topics: reader.options("topics"), self: reader.self().name });`,
  },
};

/** Markup with links, which are checked. */
const SHOWN: Record<string, string> = {
  prose: "<RichText doc={rest.text} /><RichText doc={rest.note} />",
  way: "{rest.link && <Link link={rest.link}>{rest.title}</Link>}",
  person: "{rest.home && <a href={rest.home.href}>Home</a>}",
};
const PASCAL = (name: string) => name[0]?.toUpperCase() + name.slice(1);
const blockFiles = Object.entries(BLOCKS).flatMap(([name, { fields, more = "", data }]) => [
  [`blocks/${name}/${name}.schema.ts`, schema(fields, more)],
  [`blocks/${name}/${name}.tsx`, component(PASCAL(name), SHOWN[name])],
  [`blocks/${name}/${name}.css`, `.${name} { color: red; }\n`],
  ...(data ? [[`blocks/${name}/${name}.data.ts`, `${data}\n`]] : []),
]);

export interface SiteForm {
  /** A domain for the last language. */
  domains: boolean;
  /** Lists in the layout, which all pages share. */
  layoutLists: boolean;
  /** A folder for each language, instead of stories with fields in all of them. */
  folders: boolean;
  /** The path that the site is below. */
  base: string;
}

const definition = ({ domains, layoutLists, folders }: SiteForm) => `import { Layout } from "./layout.tsx";
export default {
  languages: [{ code: "en" }, { code: "fr" }, { code: "de"${domains ? ', origin: "https://de.example", prefix: ""' : ""} }],
  global: null,
  translation: "${folders ? "folders" : "fields"}",
  datasources: ["topics", "places"],
  pageTypes: {
    page: {},
    article: { kind: "article", date: "written", category: { field: "topic", datasource: "topics" }, listing: { block: "archive", perPage: "size", folder: "from", featured: "top", defaultPerPage: 2 }, feed: { path: "news.xml", title: { en: "News", fr: "Nouvelles", de: "Neues" } }, head: { image: ["teaser_image"], noindex: "hidden" } },
    event: { order: "position", category: { field: "place", datasource: "places" }, listing: { block: "calendar", defaultPerPage: 3 }, feed: { path: "events.xml", title: { en: "Events", fr: "Agenda", de: "Termine" } } },
    person: { order: "position" },
  },
  layout: { Layout${layoutLists ? ', data: (reader) => ({ menu: reader.pages({ type: "page", depth: 1 }), last: reader.latest({ type: "event", limit: 1 }) })' : ""} },
};
`;

const asset = (name: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>${name}</title><rect width="40" height="20"/></svg>`;

const PICTURES = ["a.svg", "b.svg", "c.svg"];
/** A home page with all pictures, in the form of a file. */
export const FIRST_HOME = {
  component: "page",
  body: [{ component: "picture", more: PICTURES.map((name) => ({ $asset: name, alt: name })) }],
};
export const filesOfSite = (form: SiteForm): Record<string, string> => ({
  "site.ts": definition(form),
  "layout.tsx": `import { useSite } from "sitegen-storyblok/kit";\n${SHOW}export function Layout({ children }) { const { shared } = useSite(); return <><header>{show(shared.data ?? null)}</header><main>{children}</main></>; }\n`,
  "space/space.json": JSON.stringify({
    name: "Other",
    id: 9,
    version: 1_700_000_000,
    languages: form.folders ? [] : ["fr", "de"],
    token: "public",
    previewToken: "preview",
  }),
  "space/datasources/topics.json": JSON.stringify([
    { name: "Iron", value: "iron", fr: "Fer", de: "Eisen" },
    { name: "Wood", value: "wood" },
    { name: "Glass", value: "glass" },
  ]),
  "space/datasources/places.json": JSON.stringify([
    { name: "Hall", value: "hall" },
    { name: "Yard", value: "yard" },
  ]),
  ...Object.fromEntries(PICTURES.map((name) => [`space/assets/${name}`, asset(name)])),
  ...Object.fromEntries(blockFiles),
});

/** Folders of the languages; [""] if there are none. */
export const rootsOf = ({ folders }: Pick<SiteForm, "folders">) => (folders ? ["en", "fr", "de"] : [""]);
export const FOLDERS = ["", "news", "news/old", "agenda", "team"];
/** Types of stories; those of the last one have no page. */
export const TYPES = [...PAGE_TYPES, "quote"];

type Content = Record<string, unknown>;
type Choose = <T>(values: readonly T[]) => T;

/** Everything that a value can be is chosen by a number of the edit. */
export interface Choices {
  choose: Choose;
  number(below: number): number;
  slugs: readonly string[];
  /** Values of asset fields. */
  pictures: readonly unknown[];
  /** Folders of the languages; [""] if there are none. */
  roots: readonly string[];
}

const link = ({ choose, slugs, number }: Choices) => {
  const slug = choose([...slugs, "gone/story"]);
  return choose([
    { linktype: "story", fieldtype: "multilink", id: storyUuid(slug), url: "", cached_url: slug },
    { linktype: "url", fieldtype: "multilink", id: "", url: `/${slug}/`, cached_url: `/${slug}/` },
    { linktype: "url", fieldtype: "multilink", id: "", url: `/fr/${slug}`, cached_url: `/fr/${slug}` },
    { linktype: "url", fieldtype: "multilink", id: "", url: `/${slug}/page/${number(4)}/`, cached_url: "" },
    { linktype: "url", fieldtype: "multilink", id: "", url: "https://elsewhere.example/", cached_url: "" },
  ]);
};
const uuids = ({ choose, number, slugs }: Choices) => Array.from({ length: number(3) }, () => storyUuid(choose(slugs)));
const picture = ({ choose, pictures }: Choices) => choose([...pictures, ""]);
const words = ({ number }: Choices, of: string) => `${of} ${number(4)}`;
const prose = (choices: Choices) => ({
  type: "doc",
  content: [
    {
      type: "paragraph",
      content: [
        {
          type: "text",
          text: words(choices, "Words"),
          marks: [
            choices.choose([
              { type: "bold" },
              {
                type: "link",
                attrs: { linktype: "story", uuid: storyUuid(choices.choose(choices.slugs)), href: "/x" },
              },
              { type: "link", attrs: { linktype: "url", uuid: null, href: `/${choices.choose(choices.slugs)}/` } },
            ]),
          ],
        },
      ],
    },
  ],
});

export const block = (choices: Choices): Content => {
  const { choose, number } = choices;
  const component = choose([
    "query",
    "query",
    "query",
    "query",
    "related",
    "prose",
    "picture",
    "way",
    "archive",
    "calendar",
  ]);
  switch (component) {
    case "query":
      return {
        component,
        ask: choose(["", "pages", "total", "counts", "combinations", "neighbours", "nested", "all"]),
        of: choose(PAGE_TYPES),
        category: choose(["", "", "iron", "wood", "hall"]),
        from: choose(["", "", "news/", "news/old/", "agenda"]),
        depth: choose(["", "", "1", "2"]),
        offset: choose(["", "1", "3"]),
        limit: choose(["", "1", "2", "5"]),
        field: choose(["topic", "place", "title", "hidden"]),
        except: uuids(choices),
        skip_self: number(2) === 0,
      };
    case "related":
      return { component, to: uuids(choices), one: uuids(choices)[0] ?? "" };
    case "prose":
      return { component, text: prose(choices), note: `[x](/${choose(choices.slugs)}/)` };
    case "picture":
      return { component, image: picture(choices), more: [picture(choices)].filter(Boolean) };
    case "way":
      return { component, title: words(choices, "Way"), link: link(choices) };
    case "archive":
      return { component, size: choose(["", "1", "3"]), from: choose(["", "news/"]), top: uuids(choices)[0] ?? "" };
    default:
      return { component, per_page: choose(["", "2"]), featured: uuids(choices)[0] ?? "" };
  }
};

/** Values of each field of a page type. */
export const fieldValue: Record<string, (choices: Choices) => unknown> = {
  title: (choices) => words(choices, "Title"),
  title__i18n__fr: (choices) => words(choices, "Titre"),
  title__i18n__de: (choices) => choices.choose(["", words(choices, "Titel")]),
  teaser: (choices) => words(choices, "Teaser"),
  written: ({ choose, number }) => choose(["", `202${number(6)}-0${1 + number(8)}-1${number(9)} 10:00`]),
  topic: ({ choose }) => choose(["", "iron", "wood", "glass", "unknown"]),
  place: ({ choose }) => choose(["", "hall", "yard"]),
  author: (choices) => uuids(choices)[0] ?? "",
  related: uuids,
  boss: (choices) => uuids(choices)[0] ?? "",
  host: (choices) => uuids(choices)[0] ?? "",
  teaser_image: picture,
  portrait: picture,
  hidden: ({ number }) => number(2) === 0,
  price: ({ choose, number }) => choose(["", String(number(90))]),
  home: link,
};
export const FIELDS: Record<string, readonly string[]> = {
  page: ["title", "title__i18n__fr", "teaser"],
  article: [
    "title",
    "title__i18n__fr",
    "title__i18n__de",
    "written",
    "topic",
    "author",
    "related",
    "teaser_image",
    "hidden",
  ],
  event: ["title", "title__i18n__fr", "place", "host", "price"],
  person: ["title", "boss", "portrait", "home"],
};

export const content = (type: string, choices: Choices): Content => ({
  component: type,
  ...Object.fromEntries((FIELDS[type] ?? []).map((field) => [field, fieldValue[field]?.(choices)])),
  body: Array.from({ length: choices.number(4) }, () => block(choices)),
});
