/** Jobs: one as a row, and all of them by department. */
import { describe, expect, it } from "vitest";
import { type CareerOverviewData, data } from "../../src/blocks/CareerOverview/CareerOverview.data.ts";
import type { CardData } from "../../src/blocks/card.ts";
import type { ContentReader, LatestQuery } from "../../src/site/api/reader.ts";
import { link } from "./fixtures.ts";
import { complete, textOf as fullTextOf, renderBlock, renderPage } from "./render.tsx";
import { sample } from "./samples.ts";
import { job } from "./samples-lists.ts";

/** The visible text, without the hidden h1 of a page without a headline. */
const textOf = (html: string) => fullTextOf(html).replace(/^Test page ?/, "");
const item = (fields: Record<string, unknown>) => complete({ component: "CareerItem", _uid: "i", ...fields });

describe("CareerItem", () => {
  const text = (fields: Record<string, unknown>, lang: "en" | "de" = "en") =>
    textOf(renderBlock(item(fields), { lang }));

  it("shows the chosen job with its facts, in the page's words", () => {
    const chosen = job("Vision Engineer", "Vision", { employmentType: "PART_TIME" });
    expect(text({ job: chosen })).toBe("Vision Engineer Munich Part time");
    expect(text({ job: chosen }, "de")).toBe("Vision Engineer Munich Teilzeit");
    expect(renderBlock(item({ job: chosen }))).toContain('href="/careers/vision-engineer/"');
  });

  it.each([
    ["FULL_TIME", "Vollzeit"],
    ["INTERN", "Praktikum"],
    ["CONTRACTOR", "Freie Mitarbeit"],
    ["nach Absprache", "nach Absprache"],
  ])("writes the type %s as %s", (employment_type, words) =>
    expect(text({ title: "T", employment_type }, "de")).toBe(`T ${words}`),
  );

  it("can be typed in by hand, with or without a link", () => {
    expect(text({ title: "Your own idea", location: "Anywhere" })).toBe("Your own idea Anywhere");
    expect(renderBlock(item({ title: "Your own idea" }))).not.toContain("<a ");
    const mail = link("mailto:jobs@x.example", { kind: "email" });
    expect(renderBlock(item({ title: "Your own idea", link: mail }))).toContain('href="mailto:jobs@x.example"');
  });

  it("lets what is typed in win over the chosen job", () =>
    expect(text({ job: job("A", "x"), title: "B", location: "Linz" })).toBe("B Linz Full time"));

  it("is absent when the chosen job is gone and nothing is typed in", () => expect(text({})).toBe(""));

  it("reads as a list with its neighbours", () => {
    const rows = ["a", "b"].map((title) => ({ ...item({ title }), _uid: title }));
    expect(renderPage(rows).match(/class="part career-item"/g)).toHaveLength(2);
  });
});

describe("the jobs of an overview", () => {
  const open = [job("A", "Data"), job("B", "Vision"), job("C", ""), job("D", "Data")];
  const reader = { latest: ({ type }: LatestQuery) => (type === "Careers" ? open : []) } as unknown as ContentReader;
  const groups = (fields: Record<string, unknown>) =>
    data(complete({ component: "CareerOverview", _uid: "o", ...fields }), reader).groups.map(
      ({ department, jobs }) => `${department}: ${jobs.map((found: CardData) => found.title).join("")}`,
    );

  it("are all of them by department, in the editors' order, those without one last", () =>
    expect(groups({})).toEqual(["Data: AD", "Vision: B", ": C"]));

  it("are the chosen ones only, unless all are wanted", () =>
    expect(groups({ items: [item({ job: open[0] })] })).toEqual([]));

  it("never repeat a chosen one", () => {
    const items = [item({ job: open[0] }), item({ title: "Your own idea" })];
    expect(groups({ items, show_all: true })).toEqual(["Data: D", "Vision: B", ": C"]);
  });
});

describe("CareerOverview", () => {
  const show = (more: Record<string, unknown>, groups: CareerOverviewData["groups"] = []) =>
    textOf(renderBlock(sample("CareerOverview", { kicker: "", headline: "", text: null, data: { groups }, ...more })));

  it("puts chosen jobs first, then the departments with their jobs", () => {
    const text = textOf(renderBlock(sample("CareerOverview")));
    const order = ["In focus", "Your own idea", "Data science", "Data Scientist", "Intern", "Office"];
    const places = order.map((words) => text.indexOf(words));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
  });

  it("names no group where the chosen jobs are all there is", () =>
    expect(show({ items: [item({ title: "Your own idea" })] })).toBe("Your own idea"));

  it("says what the editor wrote when there are none, else a sentence of its own", () => {
    expect(show({ items: [], empty_text: "All taken." })).toBe("All taken.");
    expect(show({ items: [] })).toBe("There are no open positions right now.");
    expect(show({ items: [item({})] })).toBe("There are no open positions right now.");
  });

  it("says nothing of the kind while there is a job", () =>
    expect(show({ items: [], empty_text: "All taken." }, [{ department: "", jobs: [job("A", "")] }])).not.toContain(
      "taken",
    ));

  it("keeps the outline: departments below the headline, jobs below departments", () => {
    const html = renderPage([sample("HeroText"), sample("CareerOverview")]);
    expect(html).toMatch(/<h3[^>]*>Data science<\/h3>/);
    expect(html).toMatch(/<h4[^>]*><a[^>]*>Data Scientist<\/a><\/h4>/);
    expect(html).toMatch(/<h3[^>]*><a[^>]*>Office<\/a><\/h3>/);
  });
});
