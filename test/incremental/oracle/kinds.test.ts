/**
 * A build after an edit equals a build of the same space from nothing: published files, problems, and what `sitegen why`
 * says that pages were built from. Each kind of edit by itself.
 */
import { describe, expect, test } from "vitest";
import { EDIT_KINDS, kindsOn } from "./edits.ts";
import { openOracle, publish } from "./oracle.ts";
import { SITE_NAMES } from "./spaces.ts";

const { withBench } = openOracle();

/** On the site with the smallest builds that has the kind; with a number of scripts on every site. */
const HOW_MANY = process.env.SITEGEN_SCRIPTS ? SITE_NAMES.length : 1;
const sitesOf = (name: string) =>
  SITE_NAMES.filter((site) => kindsOn(site).some((kind) => kind.name === name)).slice(-HOW_MANY);
const ALONE = { at: 2, to: 4 };

const SITES_ALONE = SITE_NAMES.filter((site) => kindsOn(site).some(({ name }) => sitesOf(name).includes(site)));
describe.each(SITES_ALONE)("by itself, on the site %s", (site) => {
  const kinds = kindsOn(site).filter(({ name }) => sitesOf(name).includes(site));
  test.for(kinds.map((kind) => [kind.name, kind] as const))("%s", async ([, kind]) => {
    await withBench(site, async (bench) => {
      await publish(bench, [{ kind, choice: ALONE }]);
      await bench.build();
      expect(await bench.difference()).toBe("");
      expect(bench.hasChanged()).toBe(true);
    });
  });
});

test("each site says which kinds of edits are not possible there, and why", () => {
  const lacking = SITE_NAMES.map((site) => [
    site,
    EDIT_KINDS.flatMap(({ name, lacks }) => (lacks?.[site] ? [`${name}: ${lacks[site]}`] : [])),
  ]);
  expect(Object.fromEntries(lacking)).toEqual({
    sample: [],
    mixed: [],
    folders: [
      "text in another language: its languages are folders",
      "picture of the home page, which others show for shared links: pages have no such picture",
      "translated slug: its languages are folders",
      "global story: it has no global story",
      "label: it has no labels",
    ],
  });
});
