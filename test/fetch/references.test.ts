import { afterEach, describe, expect, it } from "vitest";
import { findReferences } from "../../src/fetch/parse/find-references.ts";
import { openPullFixture, type PullFixture, paths } from "./helpers.ts";

const A = "0a4a4e5c-1111-4222-8333-444455556666";
const B = "0b4a4e5c-1111-4222-8333-444455556666";

describe("findReferences", () => {
  const link = (id: string, more: object = {}) => ({ fieldtype: "multilink", linktype: "story", id, url: "", ...more });
  const rows: [string, unknown, string[]][] = [
    ["a link to a story", { cta: link(A) }, [A]],
    ["an empty link", { cta: link("") }, []],
    ["a link to an address", { cta: { ...link(A), linktype: "url" } }, []],
    ["a link to an asset", { cta: { ...link(A), linktype: "asset" } }, []],
    ["a link with the story inlined", { cta: link(A, { story: { uuid: B, content: { x: B } } }) }, [A]],
    ["a relation", { post: A }, [A]],
    ["relations", { posts: [A, B] }, [A, B]],
    ["a block's own ids", { _uid: A, body: [{ _uid: B, component: "X" }] }, []],
    ["a nested block", { body: [{}, { items: [{ link: link(A) }] }] }, [A]],
    ["an asset", { image: { fieldtype: "asset", id: 1, filename: A } }, []],
    ["a field plugin", { plug: { plugin: "x", _uid: A, value: B } }, []],
    ["a text that holds a uuid", { text: `see ${A}` }, []],
    [
      "a rich text link",
      {
        text: {
          type: "doc",
          content: [{ marks: [{ type: "link", attrs: { linktype: "story", uuid: A, href: "/x" } }] }],
        },
      },
      [A],
    ],
    [
      "a block in rich text",
      { text: { content: [{ type: "blok", attrs: { id: B, body: [{ _uid: B, post: A }] } }] } },
      [A],
    ],
    ["nothing", null, []],
  ];
  it.each(rows)("%s", (_, content, expected) => {
    const found = new Set<string>();
    findReferences(content, found);
    expect([...found]).toEqual(expected);
  });
});

let bench: PullFixture | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

const refer = (uuid: string) => (story: { content: Record<string, unknown> }) => {
  story.content = { ...story.content, other: uuid };
};

describe("references that lead nowhere", () => {
  it("are asked for once, in batches of fifty", async () => {
    bench = await openPullFixture();
    const uuids = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(8, "0")}-1111-4222-8333-444455556666`);
    bench.service.publish("home", (story) => {
      story.content = { ...story.content, posts: uuids };
    });
    await bench.pull();
    const asked = paths(bench.service).filter((path) => path.includes("by_uuids"));
    expect(asked.map((path) => path.split(",").length)).toEqual([50, 10, 50, 10]);
    // Known by now, they are not asked for again.
    bench.service.publish("imprint", () => {});
    expect((await bench.pull()).requests.total).toBe(8);
  });

  it("are asked for again once they were there", async () => {
    bench = await openPullFixture();
    const { service, pull } = bench;
    service.publish("target", () => {});
    const target = service.contents().stories.find((story) => story.slugPath === "target")?.uuid ?? "";
    service.publish("home", refer(target));
    await pull();
    service.unpublish("target");
    await pull();
    service.publish("imprint", refer(target));
    await pull();
    const asked = () => paths(service).filter((path) => path.includes(target)).length;
    expect(asked()).toBe(2); // in each language
    service.publish("home", () => {});
    await pull();
    expect(asked()).toBe(2);
  });

  it("may go round in circles", async () => {
    bench = await openPullFixture();
    const uuidOf = (slug: string) =>
      bench?.service.contents().stories.find((story) => story.slugPath === slug)?.uuid ?? "";
    bench.service.publish("home", refer(uuidOf("imprint")));
    bench.service.publish("imprint", refer(uuidOf("home")));
    expect((await bench.pull()).problems).toEqual([]);
  });

  it("are joined from the pull: answers that hold uuids in place of stories lose nothing", async () => {
    bench = await openPullFixture({ limits: { relations: 0, links: 0 } });
    const { problems, space } = await bench.pull();
    expect(problems).toEqual([]);
    expect([...space.stories("en")].length).toBeGreaterThan(3);
    // The global story alone is asked for with resolve_links, as the specification has it.
    expect(paths(bench.service).filter((path) => path.includes("resolve_"))).toEqual([
      "stories/global/?resolve_links=url",
      "stories/global/?resolve_links=url&language=de",
    ]);
  });
});
