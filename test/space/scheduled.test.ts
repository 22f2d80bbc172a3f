/** A story that is published at a time set in advance, as the embedded service plays it. */
import { expect, test } from "vitest";
import { api, makeSpace, page, serve } from "./helpers.ts";

const AT = Date.parse("2027-03-01T09:00:00.000Z");

test("until its time a new story is a draft and a published one stays; then version, dates and content are those of a publish", async () => {
  const dir = await makeSpace({
    "stories/new.json": { ...page({ headline: "New" }), published: false, publish_at: new Date(AT).toISOString() },
    "stories/old.json": {
      ...page({ headline: "Old" }),
      draft: { component: "page", headline: "Better" },
      publish_at: new Date(AT + 5000).toISOString(),
    },
  });
  let now = AT - 1;
  const service = await serve({ dir, now: () => now });
  const read = async (slug: string) => {
    const { status, body } = await api(service, `stories/${slug}`);
    return [status, body.story?.content.headline, body.story?.published_at];
  };
  const version = async () => (await api(service, "spaces/me")).body.space.version as number;
  const before = await version();
  expect([(await read("new"))[0], (await read("old"))[1]]).toEqual([404, "Old"]);
  now = AT;
  expect(await version()).toBe(AT / 1000);
  expect(AT / 1000).toBeGreaterThan(before);
  expect(await read("new")).toEqual([200, "New", new Date(AT).toISOString()]);
  expect((await read("old"))[1]).toBe("Old");
  now = AT + 60_000;
  expect([await version(), await read("old")]).toEqual([
    AT / 1000 + 5,
    [200, "Better", new Date(AT + 5000).toISOString()],
  ]);
  expect(await version()).toBe(AT / 1000 + 5);
});

test("code schedules too; a publish before the time ends the schedule", async () => {
  let now = AT - 1000;
  const dir = await makeSpace({ "stories/a.json": page({ headline: "1" }) });
  const service = await serve({ dir, now: () => now });
  const say = (text: string) => (story: { content: Record<string, unknown> }) => {
    story.content.headline = text;
  };
  const headline = async () => (await api(service, "stories/a")).body.story.content.headline;
  service.schedule("a", new Date(AT), say("2"));
  expect(await headline()).toBe("1");
  service.publish("a", say("now"));
  now = AT;
  expect(await headline()).toBe("now");
  service.schedule("a", new Date(AT + 1000), say("3"));
  now = AT + 1000;
  expect(await headline()).toBe("3");
});

test("a wrong date is an error that names the file", async () => {
  const dir = await makeSpace({ "stories/a.json": { ...page(), publish_at: "soon" } });
  await expect(serve({ dir })).rejects.toThrow(/stories\/a\.json: "publish_at"/);
});
