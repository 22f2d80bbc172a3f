/** What a draft is rendered from stays open until it is rendered, also where a saved file replaces it meanwhile. */
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createPerRelease } from "../../src/preview/per-release.ts";

test.each(["", "7"])("release %j is closed once nobody uses it", async (release) => {
  const closed: string[] = [];
  const releases = createPerRelease(async (name) => ({ read: () => name, close: () => closed.push(name) }));
  let save = () => {};
  const saved = new Promise<void>((done) => {
    save = done;
  });
  const page = releases.use(release, async (opened) => {
    await saved;
    return [opened.read(), closed.length];
  });
  releases.close();
  await turn();
  save();
  expect(await page).toEqual([release, 0]);
  await turn();
  expect(closed).toEqual([release]);
});
