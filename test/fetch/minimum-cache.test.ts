/** A token with a minimum cache time: responses may be older than the space, and their cv always is. */
import { afterEach, expect, test } from "vitest";
import { contentsOf, openPullFixture, type PullFixture } from "./helpers.ts";

let bench: PullFixture;
afterEach(() => bench.close());

const WINDOW = 600;
/** In the middle of a window whose start is a multiple of no longer one, in seconds. */
const START = 1_800_000_900;

let now = START;
const title = (text: string) =>
  bench.service.publish("home", (story) => {
    story.content = { ...story.content, meta_title: text };
  });
const codes = ({ problems }: Awaited<ReturnType<PullFixture["pull"]>>) => problems.map(({ code }) => code);

async function open() {
  now = START;
  bench = await openPullFixture({ minimumCache: WINDOW, now: () => now * 1000 });
  title("first");
  return bench.pull();
}

test("the window is learned and said once, and when it is over one request tells that nothing was published", async () => {
  const first = await open();
  expect(first.staleForMs).toBe(300_000);
  expect(codes(first)).toContain("FETCH_MINIMUM_CACHE");
  expect(first.problems.find(({ code }) => code === "FETCH_MINIMUM_CACHE")?.message).toContain("10 min");
  now = START + 299;
  const inside = await bench.pull();
  expect([inside.moved, inside.staleForMs]).toEqual([false, 1000]);
  expect(codes(inside)).not.toContain("FETCH_MINIMUM_CACHE");
  now = START + 300;
  expect((await bench.pull()).staleForMs).toBeNull();
  expect((await bench.pull()).requests.total).toBe(1);
});

test("a publish inside a window is seen when it ends", async () => {
  await open();
  now = START + 10;
  title("second");
  const unseen = await bench.pull();
  expect([unseen.moved, unseen.staleForMs]).toEqual([false, 290_000]);
  now = START + 300;
  const seen = await bench.pull();
  expect([seen.moved, seen.staleForMs]).toEqual([true, null]);
  expect(contentsOf(seen.space)).toEqual(contentsOf((await bench.cleanPull()).space));
  expect((await bench.pull()).requests.total).toBe(1);
});

test("a publish in a later window is seen at once", async () => {
  await open();
  now = START + 3600;
  title("second");
  expect((await bench.pull()).moved).toBe(true);
});
