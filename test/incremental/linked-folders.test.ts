/**
 * Publishes in a space whose languages are folders, where every story is linked with its translations: each is derived, and
 * gives what a build from nothing gives.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LinkedFolders, openLinkedFolders, put } from "./linked-folders.ts";

let site: LinkedFolders;
beforeAll(async () => {
  site = await openLinkedFolders();
  await site.build("the first build");
});
afterAll(() => site.close());

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

const EDITS: [name: string, edit: Edit][] = [
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

test("a page names its linked translations", () => {
  const hrefs = site.read("de/paar/index.html").match(/hreflang="[a-z-]+" href="[^"]+"/g);
  expect(hrefs).toContain('hreflang="en" href="https://x.example/pair/"');
});

test("edits, one after the other", async () => {
  const kinds: [name: string, kind: string][] = [];
  for (const [name, edit] of EDITS) {
    edit(site);
    kinds.push([name, await site.build(name)]);
  }
  expect(kinds).toEqual(EDITS.map(([name]) => [name, "derived"]));
});
