/** A token with a minimum cache time, as the embedded service plays it. */
import { expect, test } from "vitest";
import { api, MINIMAL, serve } from "./helpers.ts";

const WINDOW = 600;
/** In the middle of a window, in seconds. */
const START = 1_800_000_300;

test("cv is rounded down, the space's version is not; a second publish inside a window shows when it ends", async () => {
  let now = START;
  const service = await serve({ dir: MINIMAL, minimumCache: WINDOW, now: () => now * 1000 });
  const say = (text: string) =>
    service.publish("imprint", (story) => {
      story.content.meta_title = text;
    });
  const read = async () => {
    const { body } = await api(service, "stories/imprint");
    const { space } = (await api(service, "spaces/me")).body;
    return [body.story.content.meta_title, body.cv, space.version];
  };
  say("first");
  expect(await read()).toEqual(["first", START - 300, START]);
  now = START + 10;
  say("second");
  expect(await read()).toEqual(["first", START - 300, START + 10]);
  now = START + 300;
  expect(await read()).toEqual(["second", START - 300, START + 10]);
  say("third");
  expect(await read()).toEqual(["third", START + 300, START + 300]);
});
