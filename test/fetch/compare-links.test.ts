import { describe, expect, it } from "vitest";
import type { SpaceLink } from "../../src/fetch/parse/parse-responses.ts";
import type { StoryRecord } from "../../src/fetch/snapshot/story-records.ts";
import { compareLinks, type LinkMismatches, recordLinkMismatches } from "../../src/fetch/sync/compare-links.ts";

const DAY = "2026-01-05T08:00:00.123Z";

function record(changes: Partial<StoryRecord> = {}): StoryRecord {
  const pack = { name: "pack", fd: 0, bytes: 0 };
  const place = { hash: "", pack, offset: 0, length: 0 };
  const dates = { publishedAt: DAY, updatedAt: DAY };
  const slugs = { slug: "a/b", defaultSlug: "a/b", paths: { de: "c/d" } };
  return {
    uuid: "u",
    id: 1,
    ...slugs,
    real: null,
    parent: 0,
    position: 10,
    ...dates,
    alternates: [],
    ...place,
    ...changes,
  };
}

function link(changes: Partial<SpaceLink> = {}): SpaceLink {
  const alternates = [{ lang: "de", path: "c/d", translated_slug: "c/d" }];
  const dates = { published_at: DAY, updated_at: DAY };
  return { uuid: "u", slug: "a/b", is_folder: false, published: true, position: 10, ...dates, alternates, ...changes };
}

function plan(known: StoryRecord[], links: SpaceLink[], linkMismatches: LinkMismatches = new Map()) {
  return compareLinks({ en: new Map(known.map((one) => [one.uuid, one])), de: new Map() }, links, linkMismatches);
}

describe("compareLinks", () => {
  const same: [string, Partial<SpaceLink>][] = [
    ["equal", {}],
    ["slashes", { slug: "/a/b/" }],
    ["dates exact to the second", { published_at: "2026-01-05T08:00:00Z" }],
    ["dates with another offset", { published_at: "2026-01-05T09:00:00.000+01:00" }],
    ["no dates", { published_at: null, updated_at: null }],
    ["no position", { position: null }],
    ["no alternates", { alternates: [] }],
    ["alternates with the language in front", { alternates: [{ lang: "de", path: "de/c/d", translated_slug: "d" }] }],
    ["alternates in another language", { alternates: [{ lang: "fr", path: "x", translated_slug: "x" }] }],
  ];
  it.each(same)("sees nothing new: %s", (_, changes) => {
    expect(plan([record()], [link(changes)])).toEqual({ gone: [], stale: [] });
  });

  const different: [string, Partial<SpaceLink>][] = [
    ["slug", { slug: "a/c" }],
    ["folder's slug", { slug: "x/b" }],
    ["position", { position: 20 }],
    ["published", { published_at: "2026-01-05T08:00:01.000Z" }],
    ["updated", { updated_at: "2026-01-05T08:00:01.000Z" }],
    ["German path", { alternates: [{ lang: "de", path: "c/e", translated_slug: "e" }] }],
  ];
  it.each(different)("sees what changed: %s", (_, changes) => {
    expect(plan([record()], [link(changes)])).toEqual({ gone: [], stale: ["u"] });
  });

  it("sees what is new and what is gone; folders and drafts are neither", () => {
    const links = [link({ uuid: "new" }), link({ uuid: "f", is_folder: true }), link({ uuid: "d", published: false })];
    expect(plan([record()], links)).toEqual({ gone: ["u"], stale: ["new"] });
  });

  it("asks by name for what exists in German alone", () => {
    const records = { en: new Map(), de: new Map([["u", record()]]) };
    expect(compareLinks(records, [], new Map())).toEqual({ gone: [], stale: ["u"] });
  });

  it("learns which entries never fit, until they change", () => {
    const linkMismatches: LinkMismatches = new Map();
    const [dirty, broken] = [link({ updated_at: "2030-01-01T00:00:00Z" }), link({ uuid: "broken" })];
    const records = { en: new Map([["u", record()]]), de: new Map() };
    expect(compareLinks(records, [dirty, broken], linkMismatches).stale).toEqual(["u", "broken"]);
    recordLinkMismatches(linkMismatches, { records, links: [dirty, broken], uuids: new Set(["u", "broken"]) });
    expect(compareLinks(records, [dirty, broken], linkMismatches).stale).toEqual([]);
    expect(compareLinks(records, [{ ...dirty, slug: "x" }, broken], linkMismatches).stale).toEqual(["u"]);
    recordLinkMismatches(linkMismatches, { records, links: [link()], uuids: new Set(["u"]) });
    expect([...linkMismatches.keys()]).toEqual(["broken"]);
  });
});
