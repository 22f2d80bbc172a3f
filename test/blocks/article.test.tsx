import { describe, expect, it } from "vitest";
import { contentsEntries } from "../../src/blocks/Insights/contents-entries.ts";
import { data as storiesData } from "../../src/blocks/SuccessStories/SuccessStories.data.ts";
import type { Block, RichTextNode } from "../../src/site/api/payload.ts";
import { card, rich, stubReader } from "./fixtures.ts";
import { complete, renderPage, renderPageType } from "./render.tsx";
import { sample } from "./samples.ts";

const article = (body: Block[]): string =>
  renderPageType({
    component: "Insights",
    _uid: "post",
    teaser_title: "Reading",
    body,
    data: { card: null, topic: [], related: [], contents: contentsEntries(body) },
  });
const heading = (title: string): RichTextNode => ({
  type: "heading",
  level: 2,
  id: title.toLowerCase().replaceAll(" ", "-"),
  content: [{ type: "text", text: title }],
});
const part = (uid: string, headline: string, headings: string[]): Block => {
  const content = [...(rich("Words.").content ?? []), ...headings.map(heading)];
  return complete(sample("RichtextVideo", { _uid: uid, headline, anchor_id: "", text: { type: "doc", content } }));
};

describe("an article's contents", () => {
  it("lead to its headlines and headings, each of which is on the page", () => {
    const html = article([part("a", "", ["First pass", "Second pass"]), part("b", "What it costs", [])]);
    const targets = [...html.matchAll(/class="insights-contents__entry" href="#([^"]+)">([^<]+)</g)];
    expect(targets.map(([, , title]) => title)).toEqual(["First pass", "Second pass", "What it costs"]);
    for (const [, id] of targets) expect(html).toContain(`id="${id}"`);
  });

  it("are left out where there is nothing to choose from", () => {
    expect(article([part("a", "", ["Only one"])])).not.toContain("insights-contents__entry");
  });
});

describe("a margin note", () => {
  it("sets each line of its formula as one", () => {
    const html = renderPage([sample("MarginNote", { formula: "a = b\n\nc = d", text: null })]);
    expect(html).toContain("<span>a = b</span><span>c = d</span>");
  });
});

describe("customer stories as rows", () => {
  const story = card("The coil is graded", {
    customer: "Isarstahl",
    text: "A strip mill from 1971.",
    result: { prefix: "−", number: 34, decimals: null, suffix: "%", label: "downgraded coils" },
  });

  const rows = (shown: typeof story): Block => {
    const block = sample("SuccessStories", { stories: [shown], kicker: "", headline: "" });
    return { ...block, data: storiesData(block, stubReader([])) };
  };

  it("show the result before picture, customer and sentence, and nothing that slides", () => {
    const html = renderPage([rows(story)]);
    expect(html).toMatch(/−34%.*downgraded coils.*<picture.*Isarstahl.*The coil is graded.*A strip mill/s);
    expect(html).not.toContain("slider__track");
  });

  it("do without a result", () => {
    const html = renderPage([rows({ ...story, result: null })]);
    expect(html).not.toContain("story-rows__result");
    expect(html).toContain("The coil is graded");
  });
});
