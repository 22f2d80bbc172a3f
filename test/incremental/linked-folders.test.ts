/**
 * Publishes in a space whose languages are folders, where every story is linked with its translations: each gives what a
 * build from nothing gives.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type LinkedFolders, openLinkedFolders, put } from "./linked-folders.ts";

let site: LinkedFolders;
beforeEach(async () => {
  site = await openLinkedFolders();
});
afterEach(() => site.close());

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

const EDITS: (readonly [name: string, edit: Edit])[] = [
  ["an edited text", put("de/news/one", "en/news/one", { title: "Neu" })],
  ["a new translation", put("fr/paire", "en/pair")],
  ["a new story in all languages", all(put("en/new"), put("fr/nouveau", "en/new"), put("de/neu", "en/new"))],
  ["a translation that is unpublished", unpublish("fr/nouveau")],
  ["the others too", all(unpublish("en/new"), unpublish("de/neu"))],
  ["a renamed translation", rename("de/paar", "de/doppel")],
  ["one that lists show", rename("de/news/one", "de/news/eins")],
  ["one that moves", rename("fr/paire", "fr/news/paire")],
  ["and to another language, where there is one", rename("fr/news/paire", "de/news/paire")],
  ["a second one in its language", put("de/news/eins-b", "en/news/one")],
  ["the first of both, unpublished", unpublish("de/news/eins")],
  ["a story that lists others than its group", list("en/pair", ["fr/deux"])],
  ["and none", list("en/pair", [])],
  [
    "itself, what is not published, and one that does not list it",
    list("en/alone", ["en/alone", "de/x", "de/news/two"]),
  ],
  ["and another", list("en/alone", ["de/zwei-b"])],
  ["a deleted translation", ({ service }) => service.remove("de/news/two")],
  ["a story at the place of one without translations", all(list("en/alone", []), put("de/alone"))],
  ["which is linked with another", list("de/alone", ["en/pair"])],
];

/** Edits one after the other. */
async function publishes(edits: readonly (readonly [name: string, edit: Edit])[]): Promise<void> {
  await site.build("the first build");
  for (const [name, edit] of edits) {
    edit(site);
    await site.build(name);
  }
}

test("edits of linked stories", async () => {
  await publishes(EDITS);
  expect(site.read("de/doppel/index.html")).toContain('hreflang="en" href="https://x.example/pair/"');
});

const page = (slug: string, of: string) => put(slug, of, { component: "page" });
/** What editors do most. */
const USUAL = [
  ["a new page", page("fr/paire", "en/pair")],
  ["one that goes", unpublish("fr/paire")],
  ["one that is renamed", rename("de/paar", "de/doppel")],
] as const;

test("a language without a home, of which every build says so", async () => {
  site.service.remove("fr/home");
  const inRoot = page("root", "root");
  await publishes([...USUAL, ["a page in the root, which is named then", inRoot]]);
});

test("a home story in the root beside that of the first language, of which one has no page", async () => {
  page("home", "home")(site);
  const name: Edit = ({ service }) => service.publish("en/home", (story) => (story.name = "Another"));
  await publishes([...USUAL, ["the name that every build says", name]]);
});
