/** A render thread is sent each story once for all pages of its listing, and without a copy. */
import { expect, test } from "vitest";
import { createStorySender, transferablesOf } from "../../src/build/story-sender.ts";
import { buildSite } from "../../src/content/site-model.ts";
import { definition } from "../helpers/definition.ts";
import { memorySpace, memorySummaries, rawStory } from "../helpers/memory-space.ts";

const stories = [rawStory({ full_slug: "one" }), rawStory({ full_slug: "two", name: "Zwölf €" })];
const all = memorySpace(stories);
const site = buildSite(memorySummaries(stories), definition);

/** What a thread is sent for these pages, and the stories that were read for it. */
function send(...pages: readonly [path: string, keepsPayload?: boolean][]) {
  const read: string[] = [];
  const bytes: typeof all.bytes = (lang, uuid) => {
    read.push(`${lang} ${uuid}`);
    return all.bytes(lang, uuid);
  };
  const next = createStorySender({ space: { ...all, bytes }, site, definition });
  const sent = pages.map(([path, keepsPayload = false]) => {
    const [lang, uuid] = [path.startsWith("/de/") ? "de" : "en", `uuid-${path.split("/").at(-2)}`];
    return next({ route: { path, lang, uuid, listing: null }, keepsPayload, keepsEqual: false, dependencies: [] });
  });
  const texts = sent.map((story) => (story instanceof Uint8Array ? JSON.parse(Buffer.from(story).toString()) : story));
  return { read, named: texts.map((story) => story?.full_slug ?? story) };
}

test("the pages of a listing share a story that is read and sent once, in each language", () => {
  expect(send(["/one/"], ["/one/"], ["/two/"], ["/one/"], ["/de/one/"], ["/de/one/"])).toEqual({
    read: ["en uuid-one", "en uuid-two", "en uuid-one", "de uuid-one"],
    named: ["one", "same", "two", "one", "de/one", "same"],
  });
});

test("a page that keeps its payload needs none; the next page of the story before it is sent its story again", () => {
  expect(send(["/one/", true], ["/one/"], ["/one/", true], ["/one/", true], ["/one/"])).toEqual({
    read: ["en uuid-one", "en uuid-one"],
    named: [null, "one", null, null, "one"],
  });
});

test("a story that is not in the pull is not taken for the one before", () => {
  expect(send(["/one/"], ["/gone/"], ["/gone/"]).named).toEqual(["one", null, "same"]);
});

test("a story's memory is moved: the thread has all of it, the sender none", () => {
  const story = all.bytes("en", "uuid-two") ?? null;
  const received = structuredClone({ story }, { transfer: transferablesOf({ story }) });
  expect(JSON.parse(Buffer.from(received.story ?? []).toString()).name).toBe("Zwölf €");
  expect(story?.byteLength).toBe(0);
  expect([transferablesOf({ story: "same" }), transferablesOf({ story: null })]).toEqual([[], []]);
});
