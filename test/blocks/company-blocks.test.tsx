/** Blocks about a company: teaser, timeline, news, plans; and one chosen post. */
import { describe, expect, it } from "vitest";
import { card } from "./fixtures.ts";
import { complete, renderBlock, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const text = (...args: Parameters<typeof renderBlock>) => textOf(renderBlock(...args));

describe("AboutUsTeaser", () => {
  it("has its picture at the page's edge, or stands as words within the columns", () => {
    expect(renderBlock(sample("AboutUsTeaser"))).toContain("about-us-teaser__spread");
    const words = renderBlock(sample("AboutUsTeaser", { image: null }));
    expect(words).not.toContain("<picture");
    expect(words).not.toContain("picture--missing");
    expect(words).toContain("wrap");
  });
});

describe("BlogItem", () => {
  it("shows the post with its text when wide, without it as a card", () => {
    const wide = text(sample("BlogItem"));
    expect(wide).toContain("MLOps 4 March 2025 6 min read A chosen post Where to look first");
    expect(text(sample("BlogItem", { style: "card" }))).not.toContain("Where to look first");
    expect(renderBlock(sample("BlogItem", { style: "" }))).toContain("card--stack");
  });

  it("is absent when the post is gone", () =>
    expect(renderBlock(sample("BlogItem", { post: null }))).not.toContain("blog-item"));

  it("keeps its place without a picture", () =>
    expect(renderBlock(sample("BlogItem", { post: card("P", { image: null }) }))).toContain("picture--missing"));
});

describe("GrowingTogether", () => {
  it("is an ordered list of milestones that reveal as one scrolls", () => {
    const html = renderBlock(sample("GrowingTogether"));
    expect(html.match(/<li /g)).toHaveLength(3);
    expect(html.indexOf("2016")).toBeLessThan(html.indexOf("2024"));
    expect(html.match(/growing-together__words" data-reveal=""/g)).toHaveLength(3);
  });

  it("leaves out what a milestone has not, and the scale when there is none", () => {
    const bare = { component: "MilestoneItem", _uid: "m", year: "", title: "Only a title", text: "", image: null };
    const html = renderBlock(sample("GrowingTogether", { items: [bare] }));
    expect(html).not.toMatch(/growing-together__(year|story|media)/);
    expect(renderBlock(sample("GrowingTogether", { items: [] }))).not.toContain("<ol");
  });
});

describe("NewsText", () => {
  it("writes its date out in the page's language", () => {
    expect(renderBlock(sample("NewsText"))).toMatch(/<time [^>]*dateTime="2026-01-19">19 January 2026<\/time>/i);
    expect(text(sample("NewsText"), { lang: "de" })).toContain("19. Januar 2026");
  });

  it.each(["", "soon", "2026-13-01"])("has no date for %j", (date) =>
    expect(renderBlock(sample("NewsText", { date }))).not.toContain("<time"),
  );
});

describe("PricingPlan", () => {
  it("says in words which plan is recommended, and lays it on the opposite ground", () => {
    const html = renderBlock(sample("PricingPlan"));
    expect(html.match(/Recommended/g)).toHaveLength(1);
    expect(html).toMatch(/pricing-plan__plan--highlighted" data-theme="dark"/);
    expect(renderBlock(sample("PricingPlan", { theme: "dark" }))).toMatch(/--highlighted" data-theme="light"/);
    expect(text(sample("PricingPlan"), { lang: "de" })).toContain("Empfohlen");
  });

  it("stands in as many columns as there are plans, four at most", () => {
    const plans = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        complete({ component: "PricingPlanItem", _uid: `${at}`, name: `${at}` }),
      );
    const columns = (count: number) =>
      /--plans:(\d+)/.exec(renderBlock(sample("PricingPlan", { plans: plans(count) })))?.[1];
    expect([1, 2, 4, 7].map(columns)).toEqual(["1", "2", "4", "4"]);
    expect(renderBlock(sample("PricingPlan", { plans: [] }))).toBe("");
  });

  it("shows a plan of a name alone", () => {
    const plans = [complete({ component: "PricingPlanItem", _uid: "p", name: "Custom" })];
    expect(text(sample("PricingPlan", { plans, headline: "", text: null }))).toBe("Test page Custom");
  });
});
