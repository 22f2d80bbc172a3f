import { afterEach, describe, expect, it } from "vitest";
import { findReferences } from "../../src/fetch/parse/find-references.ts";
import { openPullFixture, type PullFixture, paths } from "./helpers.ts";

const A = "0a4a4e5c-1111-4222-8333-444455556666";
const B = "0b4a4e5c-1111-4222-8333-444455556666";

describe("findReferences", () => {
  const link = (id: string, more: object = {}) => ({ fieldtype: "multilink", linktype: "story", id, url: "", ...more });
  const rows: [string, unknown, { uuid: string; path: string }[]][] = [
    ["a link to a story", { cta: link(A) }, [{ uuid: A, path: "cta" }]],
    ["an empty link", { cta: link("") }, []],
    ["a link to an address", { cta: { ...link(A), linktype: "url" } }, []],
    ["a link to an asset", { cta: { ...link(A), linktype: "asset" } }, []],
    [
      "a link with the story inlined",
      { cta: link(A, { story: { uuid: B, content: { x: B } } }) },
      [{ uuid: A, path: "cta" }],
    ],
    ["a relation", { post: A }, [{ uuid: A, path: "post" }]],
    [
      "relations",
      { posts: [A, B] },
      [
        { uuid: A, path: "posts" },
        { uuid: B, path: "posts" },
      ],
    ],
    ["a block's own ids", { _uid: A, body: [{ _uid: B, component: "X" }] }, []],
    ["a nested block", { body: [{}, { items: [{ link: link(A) }] }] }, [{ uuid: A, path: "body[1]/items[0]/link" }]],
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
      [{ uuid: A, path: "text/content[0]/marks[0]/attrs" }],
    ],
    [
      "a block in rich text",
      { text: { content: [{ type: "blok", attrs: { id: B, body: [{ _uid: B, post: A }] } }] } },
      [{ uuid: A, path: "text/content[0]/attrs/body[0]/post" }],
    ],
    ["nothing", null, []],
  ];
  it.each(rows)("%s", (_, content, expected) => {
    expect(findReferences(content)).toEqual(expected);
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
  it("are asked for once, in batches of fifty, and reported once each with story and field", async () => {
    bench = await openPullFixture();
    const uuids = Array.from({ length: 60 }, (_, at) => `${String(at).padStart(8, "0")}-1111-4222-8333-444455556666`);
    bench.service.publish("home", (story) => {
      story.content = { ...story.content, posts: uuids };
    });
    const { problems } = await bench.pull();
    const asked = paths(bench.service).filter((path) => path.includes("by_uuids"));
    expect(asked.map((path) => path.split(",").length)).toEqual([50, 10, 50, 10]);
    expect(problems).toHaveLength(60);
    expect(problems[0]).toMatchObject({
      code: "CONTENT_UNRESOLVED_RELATION",
      severity: "warning",
      story: "home",
      path: "posts",
    });
    // Known by now, they are not asked for again.
    bench.service.publish("imprint", () => {});
    expect((await bench.pull()).requests.total).toBe(8);
  });

  it("come and go with what they lead to", async () => {
    bench = await openPullFixture();
    bench.service.publish("target", () => {});
    const target = bench.service.contents().stories.find((story) => story.slugPath === "target")?.uuid ?? "";
    bench.service.publish("home", refer(target));
    bench.service.publish("imprint", refer(target));
    expect((await bench.pull()).problems).toEqual([]);
    bench.service.unpublish("target");
    const gone = await bench.pull();
    expect(gone.problems.map(({ story, path }) => `${story} ${path}`)).toEqual(["home other", "imprint other"]);
    expect((await bench.pull()).problems).toEqual(gone.problems);
    bench.service.publish("home", refer("none"));
    expect((await bench.pull()).problems.map(({ story }) => story)).toEqual(["imprint"]);
    bench.service.publish("target", () => {});
    expect((await bench.pull()).problems).toEqual([]);
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
