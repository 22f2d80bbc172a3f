/** What identifies a story, or says that it is public, may be wrong in a response: it is reported, and a rule decides. */
import { afterEach, describe, expect, it } from "vitest";
import { type ScriptedService, startScripted, story } from "./scripted-service.ts";

let service: ScriptedService;
afterEach(() => service.close());

type Pulled = Awaited<ReturnType<ScriptedService["pull"]>>;
const slugs = ({ space }: Pulled) => [...space.stories("en")].map((one) => one.full_slug).sort();
const reported = ({ problems }: Pulled) => problems.map(({ code, severity, story: slug }) => [code, severity, slug]);
const at = (minute: number) => ({ updated_at: `2026-01-01T00:${minute}:00.000Z` });

describe("two stories with one uuid", () => {
  const original = story("original", { uuid: "translation", id: 10, ...at(10) });
  const copy = story("copy", { uuid: "translation", id: 11, ...at(11) });
  const another = story("another", { uuid: "translation", id: 12, ...at(12) });
  const left = (slug: string) => ["CONTENT_DUPLICATE_UUID", "error", slug];

  it.each([
    ["comes first", [original, story("other"), copy, another]],
    ["comes last", [another, copy, story("other"), original]],
    ["is in between", [copy, original, story("other"), another]],
    ["is on another page", [copy, ...Array.from({ length: 120 }, (_, n) => story(`s${n}`)), original, another]],
  ])("are the first created one, which %s; the others are reported", async (_, stories) => {
    service = await startScripted({ stories });
    const pulled = await service.pull();
    expect(pulled.space.story("en", "translation")?.full_slug).toBe("original");
    expect(slugs(pulled)).toHaveLength(stories.length - 2);
    expect(reported(pulled).sort()).toEqual([left("another"), left("copy")]);
    expect(pulled.problems.map(({ message }) => message)).toContain(
      "The story with the id 11 was left out: an earlier one, original, has the same uuid (translation), by which links and relations find it.",
    );
    // Known by now, it stays reported without being requested again.
    const again = await service.pull();
    expect([again.requests.total, again.problems]).toEqual([1, pulled.problems]);
  });

  it.each([
    ["the copy comes later", [original], [original, copy], ["original"], [left("copy")]],
    ["the original comes later", [copy], [copy, original], ["original"], [left("copy")]],
    [
      "another story changes",
      [original, copy],
      [original, copy, story("new", at(20))],
      ["new", "original"],
      [left("copy")],
    ],
    ["the copy changes", [original, copy], [original, { ...copy, ...at(30) }], ["original"], [left("copy")]],
    [
      "the copy is renamed",
      [original, copy],
      [original, { ...copy, full_slug: "b", ...at(30) }],
      ["original"],
      [left("b")],
    ],
    ["the copy goes", [original, copy], [original], ["original"], []],
    ["the original goes", [original, copy], [copy], ["copy"], []],
    ["the copy takes its place", [original], [copy], ["copy"], []],
    [
      "the copy gets a uuid of its own",
      [original, copy],
      [original, { ...copy, uuid: "own", ...at(30) }],
      ["copy", "original"],
      [],
    ],
  ])("are the same after a sync as after a full pull: %s", async (_, before, after, pages, problems) => {
    service = await startScripted({ stories: before });
    await service.pull();
    service.script = { stories: after, version: 101 };
    const synced = await service.pull();
    expect([slugs(synced), reported(synced)]).toEqual([pages, problems]);
    const whole = await service.pull({ full: true });
    expect([slugs(whole), whole.problems]).toEqual([slugs(synced), synced.problems]);
  });
});

describe("a published story without the date of that", () => {
  const warning = (slug: string) => ["CONTENT_UNDATED", "warning", slug];

  it("is published and reported until it has one", async () => {
    const undated = story("a", { published_at: null, ...at(10) });
    service = await startScripted({ stories: [undated, story("b", { published_at: "soon" }), story("c")] });
    const pulled = await service.pull();
    expect([slugs(pulled), reported(pulled)]).toEqual([
      ["a", "b", "c"],
      [warning("a"), warning("b")],
    ]);
    expect((await service.pull()).problems).toEqual(pulled.problems);
    service.script = { stories: [undated, story("b", at(20)), story("c"), story("d", at(20))], version: 101 };
    const synced = await service.pull();
    expect([slugs(synced), reported(synced)]).toEqual([["a", "b", "c", "d"], [warning("a")]]);
    service.script = { stories: [story("c"), story("d", at(20))], version: 102 };
    expect((await service.pull()).problems).toEqual([]);
  });

  it("is nothing to report of drafts", async () => {
    service = await startScripted({ stories: [story("a", { published_at: null })] });
    expect((await service.pull({ version: "draft" })).problems).toEqual([]);
  });
});
