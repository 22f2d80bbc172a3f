/**
 * Publishes in a space whose languages are folders, where every story is linked with its translations: each gives what a
 * build from nothing gives.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LinkedFolders, openLinkedFolders, put } from "./linked-folders.ts";

type Edit = (site: LinkedFolders) => void;
const all =
  (...edits: Edit[]): Edit =>
  (to) => {
    for (const edit of edits) edit(to);
  };
const rename =
  (from: string, to: string): Edit =>
  ({ service }) =>
    service.rename(from, to);
const unpublish =
  (slug: string): Edit =>
  ({ service }) =>
    service.unpublish(slug);
const list =
  (slug: string, alternates: readonly string[]): Edit =>
  (to) =>
    to.list(slug, alternates);

/** A publish: edits of stories that have nothing to do with each other. */
type Round = Readonly<Record<string, Edit>>;

const LINKED: readonly Round[] = [
  {
    "an edited text": put("de/news/one", "en/news/one", { title: "Neu" }),
    "a new translation": put("fr/paire", "en/pair"),
  },
  { "a new story in all languages": all(put("en/new"), put("fr/nouveau", "en/new"), put("de/neu", "en/new")) },
  {
    "a translation that is unpublished": unpublish("fr/nouveau"),
    "a renamed translation": rename("de/paar", "de/doppel"),
  },
  {
    "the others too": all(unpublish("en/new"), unpublish("de/neu")),
    "a renamed one that lists show": rename("de/news/one", "de/news/eins"),
  },
  { "one that moves": rename("fr/paire", "fr/news/paire") },
  { "and to another language, where there is one": rename("fr/news/paire", "de/news/paire") },
  {
    "a second one in its language": put("de/news/eins-b", "en/news/one"),
    "a story that lists others than its group": list("en/pair", ["fr/deux"]),
  },
  { "the first of both, unpublished": unpublish("de/news/eins"), "and none": list("en/pair", []) },
  {
    "itself, what is not published, and one that does not list it": list("en/alone", [
      "en/alone",
      "de/x",
      "de/news/two",
    ]),
  },
  {
    "and another": list("en/alone", ["de/zwei-b"]),
    "a deleted translation": ({ service }) => service.remove("de/news/two"),
  },
  { "a story at the place of one without translations": all(list("en/alone", []), put("de/alone")) },
  { "which is linked with another": list("de/alone", ["en/pair"]) },
];

const page = (slug: string, of: string) => put(slug, of, { component: "page" });
/** Homes that go and come, each with what editors do most: a page comes, is renamed and goes. */
const HOMES: readonly Round[] = [
  {
    "a language without a home, of which every build says so": ({ service }) => service.remove("fr/home"),
    "a new page": page("fr/plus", "en/pair"),
  },
  { "one that is renamed": rename("fr/plus", "fr/plus-b") },
  { "one that goes": unpublish("fr/plus-b") },
  { "a page in the root, which is named then": page("root", "root") },
  {
    "a home story in the root beside that of the first language, of which one has no page": all(
      ({ service }) => service.remove("root"),
      page("fr/home", "en/home"),
      page("home", "home"),
    ),
    "a new page": page("de/mehr", "en/pair"),
  },
  { "one that is renamed": rename("de/mehr", "de/mehr-b") },
  { "one that goes": unpublish("de/mehr-b") },
  { "a name that builds say": ({ service }) => service.publish("en/home", (story) => (story.name = "Another")) },
];

let site: LinkedFolders;
beforeAll(async () => {
  site = await openLinkedFolders();
  await site.build("the first build");
});
afterAll(() => site.close());

async function publish(rounds: readonly Round[]): Promise<void> {
  for (const round of rounds) {
    for (const edit of Object.values(round)) edit(site);
    await site.build(Object.keys(round).join("; "));
  }
}

test("edits of linked stories", async () => {
  await publish(LINKED);
  expect(site.read("de/doppel/index.html")).toContain('hreflang="en" href="https://x.example/pair/"');
});

test("homes of languages that go and come", () => publish(HOMES));
