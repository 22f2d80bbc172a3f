/** A page of stories is taken in parts, so that a build's bundler is answered while a large space is pulled. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { syntheticSpace } from "../../bench/space/synthetic.ts";
import { openPullFixture, type PullFixture } from "./helpers.ts";

let fixture: PullFixture;
beforeEach(async () => {
  fixture = await openPullFixture({ space: syntheticSpace({ stories: 100 }), rateLimit: false });
});
afterEach(() => fixture.close());

it("other work gets its turn between the stories of one page", async () => {
  let turn = 0;
  let isPulling = true;
  const count = () => {
    turn += 1;
    if (isPulling) setImmediate(count);
  };
  setImmediate(count);
  const storiesOfTurn = new Map<number, number>();
  await fixture.pull({ onStory: () => storiesOfTurn.set(turn, (storiesOfTurn.get(turn) ?? 0) + 1) });
  isPulling = false;
  const stories = [...storiesOfTurn.values()];
  expect(stories.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(150);
  // A part of a page in each language.
  expect(Math.max(...stories)).toBeLessThanOrEqual(20);
});
