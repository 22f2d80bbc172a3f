/** A space and a redirect file with every problem that `sitegen check` finds. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { ROOT } from "../../helpers/run-cli.ts";

const link = (title: string, value: unknown) => ({ component: "Link", title, title__i18n__de: title, link: value });
const url = (address: string) => ({ linktype: "url", url: address });
const teaser = (title: string, value: unknown) => ({ component: "ContactTeaser", link: [link(title, value)] });
const page = (title: string, body: unknown[], more: Record<string, unknown> = {}) => ({
  name: title,
  content: {
    component: "Page",
    meta_title: title,
    meta_title__i18n__de: title,
    meta_description: "Something about it.",
    meta_description__i18n__de: "Etwas dazu.",
    body,
    ...more,
  },
});
const hero = {
  component: "HeroTextImage",
  headline: "Hero",
  image: { $asset: "pictures/square.png", alt: "A square" },
};

const SETTINGS = "5e5e5e5e-0000-4000-8000-000000000000";

const STORIES: Record<string, unknown> = {
  links: page("Links", [
    hero,
    teaser("broken", url("/nowhere/")),
    teaser("file", url("/files/price-list.pdf")),
    teaser("anchor", { $link: "company/about", anchor: "nothing" }),
    teaser("draft only", { $link: "secret" }),
    teaser("one language", { $link: "english" }),
    teaser("typed", url("/company/about/")),
    teaser("redirected", url("/old/")),
    teaser("both", { $link: "company/about", anchor: "team", title: "lang=de" }),
    teaser("good", url("/flushCache/#anything")),
  ]),
  blocks: page("Blocks", [
    hero,
    { component: "Nonsense" },
    { component: "Facts", items: "a text" },
    { component: "TextTeaser", text: "" },
    { component: "BlogTeaser", posts: ["0f0f0f0f-0000-4000-8000-000000000000"] },
    { component: "FactItem", number: "1" },
    { component: "HeroTextImage", image: { fieldtype: "asset", id: 1, filename: "/f/100200/1x1/aa/lost.png" } },
  ]),
  pictures: page("Pictures", [
    { ...hero, image: { $asset: "pictures/square.png", alt: "" } },
    { ...hero, headline: "", image: { $asset: "pictures/wide.png", alt: "A very wide picture" } },
  ]),
  headings: page("Headings", [
    {
      component: "RichtextVideo",
      text: { $md: ["## Two", "#### Four"] },
      text__i18n__de: { $md: ["## Zwei"] },
    },
  ]),
  pageless: page("Pageless", [
    hero,
    teaser("no page", { $link: "settings" }),
    { component: "BlogTeaser", posts: [SETTINGS] },
  ]),
  untold: page("Untold", [hero], { meta_title: "", meta_title__i18n__de: "", meta_description: "" }),
  wordy: page(`Long ${"x".repeat(80)}`, [hero], { meta_description: "y".repeat(200) }),
  translation: page("Links", [hero]),
  english: { ...page("English", [hero]), languages: ["en"] },
  secret: { ...page("Secret", [hero]), published: false },
  settings: { uuid: SETTINGS, name: "Settings", content: { component: "Settings" } },
  "same-one": { ...page("Same one", [hero]), slug__i18n__de: "gleich" },
  "same-two": { ...page("Same two", [hero]), slug__i18n__de: "gleich" },
};

const REDIRECTS = `from,to,status,query
/old,/company/about/,301,
/loop-a,/loop-b,301,
/loop-b,/loop-a,301,
/chain,/old,301,
/dead,/nirvana/,301,
/links,/company/about/,301,
/company/*,/links/,301,
/old,/links/,301,
`;

/** Writes `<dir>/space` and `<dir>/redirects.csv`. */
export async function writeBrokenSpace(dir: string): Promise<void> {
  const space = join(dir, "space");
  cpSync(join(ROOT, "test/fixtures/spaces/minimal"), space, { recursive: true });
  for (const [slug, story] of Object.entries(STORIES)) {
    const file = join(space, `stories/${slug}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(story));
  }
  const globalFile = join(space, "stories/global.json");
  const global = JSON.parse(readFileSync(globalFile, "utf8"));
  global.content.footer_nav = [{ component: "NavItem", title: "Gone", link: url("/gone/") }];
  writeFileSync(globalFile, JSON.stringify(global));
  const wide = sharp({ create: { width: 4100, height: 4, channels: 3, background: "#204060" } });
  writeFileSync(join(space, "assets/pictures/wide.png"), await wide.png().toBuffer());
  writeFileSync(join(dir, "redirects.csv"), REDIRECTS);
}
