import { searchIndex } from "../exports/define.ts";
import { lottie } from "../exports/lottie.ts";
import { defineSite, type HeadFields, type PageTypeDefinition } from "../site/definition.ts";
import { contact } from "./Contact/contact.ts";
import { card } from "./card.ts";
import { ErrorPage } from "./layout/error-page.tsx";
import { Layout } from "./layout/layout.tsx";
import { SearchPage } from "./search/search-page.tsx";
import { searchRoute } from "./search/search-route.ts";
import { blogPosting, common, jobPosting } from "./structured-data.ts";
import { outlineOf } from "./ui/outline.ts";
import { words } from "./ui/words.ts";

/** Fields of every page type; teaser texts and pictures are fallbacks. */
const HEAD: HeadFields = {
  title: ["meta_title", "teaser_title"],
  description: ["meta_description", "teaser_text"],
  image: ["og_image", "teaser_image"],
};

/** Ordered by editors in the content service. */
const ARRANGED: PageTypeDefinition = { head: HEAD, order: "position", structuredData: common };

/** The sample site. */
export const site = defineSite({
  languages: [
    { code: "en", name: "English", formats: "en-GB" },
    { code: "de", name: "Deutsch", formats: "de-DE" },
  ],
  home: "home",
  global: "global",
  pageTypes: {
    Page: { head: HEAD, structuredData: common },
    Careers: { ...ARRANGED, kind: "job", date: "date_posted", structuredData: jobPosting },
    Industries: ARRANGED,
    Insights: {
      head: HEAD,
      kind: "article",
      category: { field: "category", datasource: "insight-categories" },
      listing: { block: "BlogOverview" },
      feed: { path: "feed.xml", title: { en: "Insights", de: "Wissen" } },
      structuredData: blogPosting,
    },
    Solutions: ARRANGED,
    SuccessStory: ARRANGED,
  },
  datasources: ["labels", "insight-categories", "all-industries", "all-solutions"],
  labels: "labels",
  routes: [{ ...searchRoute, page: SearchPage }],
  outputs: [searchIndex({ categories: "insight-categories" })],
  layout: { Layout, ErrorPage, outline: outlineOf },
  blocks: ".",
  styles: ["fonts", "layers", "tokens", "reset", "base", "pointer.late", "consent.late", "print.late"].map(
    (name) => `../../templates/styles/${name}.css`,
  ),
  icons: {
    favicon: "../../templates/icons/favicon.svg",
    touchIcon: "../../templates/icons/apple-touch-icon.png",
  },
  fonts: ["../../templates/fonts/instrument-sans-latin.woff2"],
  cachePage: true,
  parts: [lottie()],
  consent: { categories: [{ code: "media" }], embeds: "media" },
  // Portrait screens: phones and tablets.
  crops: {
    HeroFullscreenImage: { image: [{ ratio: "3:5", unless: "image_portrait" }, { ratio: "3:4" }] },
    HeroTextImage: { image: [{ ratio: "4:5", unless: "image_portrait" }] },
  },
  themes: { field: "theme", values: ["light", "dark", "accent"], attribute: "data-theme" },
  card,
  forms: [contact],
  words,
});
