/** A story that is published at a time set in advance, as the embedded service plays it. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { api, makeSpace, page, putFiles, serve } from "./helpers.ts";

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

test("a schedule that is set, moved or withdrawn while the service runs counts, also after its time", async () => {
  const plan = (seconds: number) => ({
    ...page(),
    published: false,
    publish_at: new Date(AT + seconds * 1000).toISOString(),
  });
  const dir = await makeSpace({ "stories/set.json": { ...page(), published: false }, "stories/moved.json": plan(60) });
  let now = AT - 1000;
  const service = await serve({ dir, now: () => now, watch: true });
  const edit = async (files: Record<string, object>, isSeen: () => boolean) => {
    await putFiles(dir, files);
    await vi.waitFor(() => expect(isSeen()).toBe(true), { timeout: 10_000, interval: 20 });
  };
  const due = () => service.contents().stories.map(({ scheduled }) => (scheduled ? (scheduled.at - AT) / 1000 : null));
  const seen = (...times: (number | null)[]) => String(due().sort()) === String(times.sort());
  await edit({ "stories/set.json": plan(0) }, () => seen(0, 60));
  await edit({ "stories/moved.json": plan(1) }, () => seen(0, 1));
  await edit({ "stories/taken.json": plan(1) }, () => seen(0, 1, 1));
  await edit({ "stories/taken.json": { ...page(), published: false } }, () => seen(0, 1, null));
  now = AT + 2000;
  const status = async (slug: string) => (await api(service, `stories/${slug}`)).status;
  expect([await status("set"), await status("moved"), await status("taken")]).toEqual([200, 200, 404]);
  let published = service.cv();
  now = AT + 60_000;
  await edit({ "stories/moved.json": { ...plan(1), ...page({ headline: "Later" }) } }, () => service.cv() > published);
  const { story } = (await api(service, "stories/moved")).body;
  expect([story.content.headline, story.published_at]).toEqual(["Later", new Date(now).toISOString()]);
  published = service.cv();
  await edit({ "stories/set.json": { ...page(), published: false } }, () => service.cv() > published);
  expect([await status("set"), await status("moved")]).toEqual([404, 200]);
});

test("of what is due one after the other, a service that starts after both has the version of the last", async () => {
  const plan = (at: number) => ({ ...page(), published: false, publish_at: new Date(at).toISOString() });
  const dir = await makeSpace({ "stories/a.json": plan(AT), "stories/b.json": plan(AT + 5000) });
  const service = await serve({ dir, now: () => AT + 60_000 });
  expect(service.cv()).toBe(AT / 1000 + 5);
});

test("without a journal, an edit after the time while no service runs makes another version", async () => {
  const dir = await makeSpace({
    "stories/sale.json": { ...page(), published: false, publish_at: new Date(AT).toISOString() },
    "stories/old.json": page(),
  });
  const version = async () => {
    const service = await serve({ dir, journal: false, now: () => AT + 60_000 });
    return service.cv();
  };
  const before = await version();
  expect(await version()).toBe(before);
  await rm(join(dir, "stories/old.json"));
  expect(await version()).not.toBe(before);
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
