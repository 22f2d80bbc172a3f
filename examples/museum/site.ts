import { type DefaultCard, defineSite, searchIndex } from "sitegen-storyblok";
import { type ContentReader, isSegment, slugify } from "sitegen-storyblok/kit";
import { Layout } from "./layout/layout.tsx";
import { NotFound } from "./layout/not-found.tsx";
import { EventPage, type EventPageProps } from "./pages/event.tsx";
import { SearchPage } from "./pages/search.tsx";
import { TagPage } from "./pages/tag.tsx";
import { shownEvent } from "./parts/shown-event.ts";
import { agenda } from "./sources/agenda.ts";
import { WORDS } from "./words.ts";

const sources = { agenda };

declare module "sitegen-storyblok" {
  interface Register {
    card: ExhibitionCard;
    sources: typeof sources;
  }
}

/** What other pages show of an exhibition: its last day besides what any card has. */
export interface ExhibitionCard extends DefaultCard {
  /** ISO date, or "" for what stays. */
  until: string;
  room: string;
}

const text = (value: unknown) => (typeof value === "string" ? value : "");

/** Several tags may have one page, such as "C" and "C#". */
const tagSlugs = (reader: Pick<ContentReader, "tags">) =>
  reader.tags({ type: "exhibition" }).map(([tag]) => ({ tag, slug: slugify(tag) }));

export default defineSite({
  languages: [
    { code: "fr", locale: "fr-BE", name: "Français" },
    { code: "nl", locale: "nl-BE", name: "Nederlands" },
  ],
  translation: "folders",
  global: null,
  sources,
  pageTypes: {
    page: { order: "position", head: { title: ["title"], description: ["description"], image: ["picture"] } },
    exhibition: {
      kind: "article",
      date: "from",
      head: { title: ["title"], description: ["intro"], image: ["picture"] },
      structuredData: ({ title, description, image, canonical }) => [
        { "@type": "ExhibitionEvent", name: title, description, image, url: canonical },
      ],
    },
  },
  card: (entry, reader) => ({
    id: entry.id,
    uuid: entry.uuid,
    component: entry.component,
    href: reader.href(entry),
    name: entry.name,
    title: text(entry.fields.title) || entry.name,
    text: text(entry.fields.intro),
    image: reader.image(entry.fields.picture),
    date: reader.day(entry),
    dateText: reader.dateText(reader.day(entry)),
    category: null,
    until: text(entry.fields.until).slice(0, 10),
    room: text(entry.fields.room),
  }),
  layout: {
    Layout,
    NotFound,
    data: (reader) => ({
      menu: reader.pages({ type: "page", depth: 1 }).map(({ name, path }) => ({ name, href: reader.href(path) })),
    }),
  },
  routes: [
    {
      path: { fr: "/recherche/", nl: "/zoeken/" },
      page: SearchPage,
      head: { title: "search_title", noindex: true },
      data: (reader) => ({
        links: reader.pages({ type: "exhibition" }).map(({ name, path }) => ({ title: name, href: reader.href(path) })),
      }),
    },
    {
      paths(reader) {
        const slugs = new Set(tagSlugs(reader).map(({ slug }) => slug));
        const folder = reader.lang === "fr" ? "theme" : "thema";
        return [...slugs].filter(isSegment).map((slug) => ({ path: `/${folder}/${slug}/`, slug }));
      },
      page: TagPage,
      hydrate: false,
      data(reader, params) {
        const tags = tagSlugs(reader).flatMap(({ tag, slug }) => (slug === params.slug ? [tag] : []));
        return { tag: tags.join(", "), exhibitions: reader.latest({ type: "exhibition", tags }) };
      },
      head: ({ tag }: { tag: string }) => ({ title: tag }),
    },
    {
      paths: (reader) =>
        reader
          .source("agenda")
          .all()
          .map(({ id }) => ({ path: `/agenda/${id}/`, id })),
      page: EventPage,
      hydrate: false,
      data: (reader, { id = "" }) => {
        const event = reader.source("agenda").get(id);
        return { event: event ? shownEvent(event, reader) : null };
      },
      head: ({ event }: EventPageProps) => ({ title: event?.title ?? "", description: event?.text ?? "" }),
    },
  ],
  outputs: [searchIndex({ types: { exhibition: "type_exhibition", page: "type_page" } })],
  words: WORDS,
  styles: ["./styles/site.css"],
  icons: { favicon: "./icons/favicon.svg" },
});
