/** Industry pages as a grid with a filter, and as a slider. */
import { describe, expect, it } from "vitest";
import type { CardData } from "../../src/blocks/card.ts";
import { data, type IndustriesOverviewData } from "../../src/blocks/IndustriesOverview/IndustriesOverview.data.ts";
import { data as sliderData } from "../../src/blocks/IndustriesSlider/IndustriesSlider.data.ts";
import type { ContentReader, LatestQuery, StoryQuery } from "../../src/site/api/reader.ts";
import { card } from "./fixtures.ts";
import { complete, renderBlock, textOf } from "./render.tsx";
import { sample } from "./samples.ts";
import { industry } from "./samples-lists.ts";

const option = (value: string) => ({ value, label: value.toUpperCase() });
const machinery = industry("Machinery", "machinery");
const energy = industry("Energy", "energy");
const food = industry("Food", "food");
const story = (where: string, what: string) =>
  card(`${where} ${what}`, { component: "SuccessStory", industry: option(where), solution: option(what) });
const post = (where: string[], what: string[]) =>
  card(`${where}-${what}`, { industries: where.map(option), solutions: what.map(option) });

function readerOf(cards: Partial<Record<string, CardData[]>>, solutions = ["quality", "vision", "unused"]) {
  return {
    self: () => ({ uuid: "self" }),
    latest: ({ type, except = [] }: LatestQuery) => (cards[type] ?? []).filter(({ uuid }) => !except.includes(uuid)),
    options: () => solutions.map(option),
    combinations: ({ type }: StoryQuery) =>
      (cards[type] ?? []).flatMap(({ industry, solution, industries, solutions }) => {
        const where = industry ? [industry] : industries;
        const what = solution ? [solution] : solutions;
        return where.flatMap((one) => what.map((other) => [one.value, other.value]));
      }),
  } as unknown as ContentReader;
}

const overview = (industries: CardData[] = []) =>
  complete({ component: "IndustriesOverview", _uid: "o", headline: "Halls", industries });

describe("which solutions belong to an industry", () => {
  const reader = readerOf({
    Industries: [machinery, energy, food],
    SuccessStory: [story("machinery", "vision"), story("energy", "quality")],
    Insights: [post(["machinery", "energy"], ["quality"]), post([], ["vision"]), post(["food"], [])],
  });

  it("is told by the stories and posts that carry both, in the datasource's order", () => {
    const found = data(overview(), reader).industries.map(({ card: { title }, solutions }) => [
      title,
      solutions.map(({ value }) => value),
    ]);
    expect(found).toEqual([
      ["Machinery", ["quality", "vision"]],
      ["Energy", ["quality"]],
      ["Food", []],
    ]);
  });

  it("makes the filter, with the number of industries it leaves", () =>
    expect(data(overview(), reader).filters).toEqual([
      { value: "quality", label: "QUALITY", count: 2 },
      { value: "vision", label: "VISION", count: 1 },
    ]));

  it("counts the chosen industries only", () => {
    const found = data(overview([energy, food]), reader);
    expect(found.industries.map(({ card: { title } }) => title)).toEqual(["Energy", "Food"]);
    expect(found.filters).toEqual([]);
  });

  it("offers no more filters than the stylesheet knows", () => {
    const many = Array.from({ length: 20 }, (_, at) => `s${at}`);
    const rich = readerOf({ Industries: [machinery, energy], Insights: [post(["machinery"], many)] }, many);
    expect(data(overview(), rich).filters).toHaveLength(12);
  });

  it("leaves the page itself out of all industries", () => {
    const self = { ...energy, uuid: "self" };
    expect(data(overview(), readerOf({ Industries: [machinery, self] })).industries).toHaveLength(1);
    const slider = complete({ component: "IndustriesSlider", _uid: "s" });
    expect(sliderData(slider, readerOf({ Industries: [machinery, self] })).industries).toEqual([machinery]);
    expect(sliderData({ ...slider, industries: [food] }, readerOf({})).industries).toEqual([food]);
  });
});

describe("IndustriesOverview", () => {
  const two: IndustriesOverviewData = {
    industries: [
      { card: machinery, solutions: [option("quality"), option("vision")] },
      { card: energy, solutions: [option("vision")] },
    ],
    filters: [
      { ...option("quality"), count: 1 },
      { ...option("vision"), count: 2 },
    ],
  };

  it("has a named group of radio buttons, all industries first", () => {
    const html = renderBlock(sample("IndustriesOverview", { data: two }));
    expect(html).toMatch(/<fieldset[^>]*><legend[^>]*>Filter by Solution<\/legend>/);
    expect(html.match(/type="radio"/g)).toHaveLength(3);
    expect(html.match(/checked=""/g)).toHaveLength(1);
    expect(textOf(html)).toContain("All 2 QUALITY 1 VISION 2");
  });

  it("marks each industry with the numbers of its filters, which the stylesheet shows and hides by", () => {
    const html = renderBlock(sample("IndustriesOverview", { data: two }));
    const entries = [...html.matchAll(/class="(industries-overview__entry[^"]*)"/g)].map((match) => match[1]);
    const entry = "industries-overview__entry";
    expect(entries).toEqual([`${entry} ${entry}--1 ${entry}--2`, `${entry} ${entry}--2`]);
  });

  it("needs no filter for one industry, and is absent without any", () => {
    const one = { industries: two.industries.slice(0, 1), filters: [] };
    expect(renderBlock(sample("IndustriesOverview", { data: one }))).not.toContain("fieldset");
    expect(renderBlock(sample("IndustriesOverview", { data: { industries: [], filters: [] } }))).toBe("");
  });
});

describe("IndustriesSlider", () => {
  it("shows every industry with its link, and nothing without any", () => {
    const html = renderBlock(sample("IndustriesSlider"));
    expect(html.match(/aria-roledescription="slide"/g)).toHaveLength(3);
    expect(html).toContain(`href="${energy.href.replace("energy", "energy-and-utilities")}"`);
    expect(renderBlock(sample("IndustriesSlider", { data: { industries: [] } }))).toBe("");
  });
});
