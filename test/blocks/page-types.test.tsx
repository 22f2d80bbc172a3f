import { describe, expect, it } from "vitest";
import { data as insightsData } from "../../src/blocks/Insights/Insights.data.ts";
import type { Block } from "../../src/site/api/payload.ts";
import type { ContentReader, LatestQuery } from "../../src/site/api/reader.ts";
import { card, image, link } from "./fixtures.ts";
import { complete, renderPageType, textOf } from "./render.tsx";
import { sample } from "./samples.ts";

const crumbs = [
  { title: "Home", href: "/" },
  { title: "Insights", href: "/insights/" },
  { title: "This", href: "/insights/this/" },
];
const body = () => [complete(sample("TextTeaser", { text: "The body.", link: [] }))];

describe("Insights", () => {
  const post = (more: Record<string, unknown> = {}): Block => ({
    component: "Insights",
    _uid: "post",
    teaser_title: "Reading a vibration spectrum",
    teaser_text: "Where to look first.",
    teaser_image: image(),
    category: { value: "industrial-ai", label: "Industrial AI" },
    author: "Felix Moser",
    author_image: image(3),
    body: body(),
    data: { card: card("x"), topic: [], related: [card("Read on")], contents: [] },
    ...more,
  });

  it("shows category, title, author, date and reading time before the body, and where to read on after it", () => {
    const html = renderPageType(post(), { payload: { crumbs } });
    expect(textOf(html)).toBe(
      "Home Insights Industrial AI Reading a vibration spectrum Where to look first. By Felix Moser 4 March 2025 6 min read " +
        "The body. Read on MLOps 4 March 2025 6 min read Read on",
    );
    expect(html).toContain("<time");
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).not.toContain('href="/insights/this/"');
  });

  it("says it in German on a German page", () => {
    expect(textOf(renderPageType(post(), { lang: "de" }))).toContain("Von Felix Moser 4 March 2025 6 Min. Lesezeit");
  });

  it("takes the story's name for a title and leaves out what it has not", () => {
    const bare = post({
      teaser_title: "",
      teaser_image: null,
      author: "",
      category: null,
      data: { card: null, topic: [], related: [], contents: [] },
    });
    const html = renderPageType(bare);
    expect(html).toMatch(/<h1[^>]*>Test page<\/h1>/);
    expect(html).not.toContain("insights-related");
    expect(html).not.toContain("<img");
  });

  it("sets an upright picture beside the title", () => {
    expect(renderPageType(post({ teaser_image: image(1, 800, 1000) }))).toContain("insights-head--upright");
  });

  it("relates posts of its category first, then the latest, never itself or one twice", () => {
    const calls: LatestQuery[] = [];
    const reader = {
      self: () => ({ uuid: "self" }),
      card: () => card("Self"),
      latest: (query: LatestQuery) => {
        calls.push(query);
        return query.category ? [card("Near")] : [card("New"), card("Newer")];
      },
    } as unknown as ContentReader;
    const { related } = insightsData(complete(post()), reader);
    expect(related.map((found) => found.title)).toEqual(["Near", "New", "Newer"]);
    expect(calls[1]).toEqual({ type: "Insights", except: ["self", "uuid-Near"], limit: 2 });
  });

  it("shows the way through its topic where it has three posts, and leads to the one after it", () => {
    const posts = (here: string) => {
      const reader = {
        self: () => ({ uuid: `uuid-${here}` }),
        card: () => card(here),
        latest: () => [card("New"), card("Middle"), card("Old")],
      } as unknown as ContentReader;
      return insightsData(complete(post()), reader);
    };
    expect(posts("Middle").topic.map(({ title }) => title)).toEqual(["Old", "Middle", "New"]);
    expect(posts("Middle").related.map(({ title }) => title)).toEqual(["New"]);
    // Behind the last, and for a post that is older than those shown, it begins again.
    expect(posts("New").related.map(({ title }) => title)).toEqual(["Old"]);
    expect(posts("Oldest").related.map(({ title }) => title)).toEqual(["Old"]);
  });
});

describe("Careers", () => {
  const job = (more: Record<string, unknown> = {}): Block => ({
    component: "Careers",
    _uid: "job",
    teaser_title: "Vision Engineer",
    department: "Vision",
    location: "Munich",
    employment_type: "FULL_TIME",
    apply_link: link("mailto:jobs@x.example", { kind: "email" }),
    body: body(),
    data: { dateText: "26 January 2026" },
    ...more,
  });

  it("shows its facts and how to apply", () => {
    const html = renderPageType(job());
    expect(textOf(html)).toBe(
      "Vision Engineer Apply Department Vision Location Munich Employment Full time Posted 26 January 2026 The body.",
    );
    expect(html).toContain('href="mailto:jobs@x.example"');
  });

  it("leaves out the facts it has not, and the sheet when it has none", () => {
    const bare = job({ department: "", location: "", employment_type: "", apply_link: null, data: { dateText: "" } });
    expect(renderPageType(bare)).not.toMatch(/fact-sheet|Apply/);
    expect(textOf(renderPageType(job({ employment_type: "INTERN" }), { lang: "de" }))).toContain(
      "Anstellung Praktikum",
    );
  });
});

describe("SuccessStory", () => {
  it("shows customer, industry, solution and results in its head", () => {
    const html = renderPageType({
      component: "SuccessStory",
      _uid: "story",
      teaser_title: "The coil is graded before it is cold",
      customer: "Isarstahl",
      customer_logo: image(2, 300, 80, { alt: "" }),
      industry: { value: "machinery", label: "Machinery" },
      solution: { value: "predictive-quality", label: "Predictive quality" },
      results: [{ component: "FactItem", _uid: "r", number: 34, prefix: "−", suffix: " %", label: "downgraded coils" }],
      body: body(),
    });
    const text = textOf(html);
    for (const part of [
      "Isarstahl",
      "Industry Machinery",
      "Solution Predictive quality",
      "−34 %",
      "downgraded coils",
    ]) {
      expect(text).toContain(part);
    }
    expect(html).toContain('aria-label="Results"');
    expect(html).toContain('alt="Isarstahl"');
    expect(text.indexOf("downgraded coils")).toBeLessThan(text.indexOf("The body."));
  });
});

describe.each(["Industries", "Solutions"])("%s", (component) => {
  const at = (blocks: Block[]): Block => ({
    component,
    _uid: "p",
    teaser_title: "Automotive",
    teaser_text: "Gears.",
    body: blocks,
  });

  it("draws a head of its own when its body does not begin with a hero", () => {
    expect(textOf(renderPageType(at(body())))).toBe("Automotive Gears. The body.");
  });

  it("leaves the head to a hero", () => {
    const html = renderPageType(at([complete(sample("HeroText"))]));
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(textOf(html)).not.toContain("Automotive");
  });
});
