import fc from "fast-check";
import { expect, test } from "vitest";
import { type FeedEntry, renderFeed } from "../../src/outputs/feeds.ts";
import { anyText } from "../helpers/any-text.ts";

const CHANNEL = {
  locale: "en",
  title: "Werklicht – Insights",
  description: "What we learn",
  origin: "https://www.example.org",
  base: "/",
  homePath: "/insights/",
  file: "feed.xml",
} as const;

const entry = (given: Partial<FeedEntry>): FeedEntry => ({
  path: "/insights/x/",
  title: "X",
  summary: "About x",
  author: "Mira Okafor",
  category: "MLOps",
  published: "2025-03-04 09:00",
  ...given,
});

test("newest first, without a date last, absolute addresses, dates as RSS wants them", () => {
  const entries = ["2025-01-01", "2025-03-04 09:00", "", "2025-02-01T00:00:00.000Z"].map((published, index) =>
    entry({ path: `/insights/${index}/`, published }),
  );
  const text = renderFeed({ ...CHANNEL, entries });
  expect([...text.matchAll(/<guid isPermaLink="true">([^<]*)</g)].map(([, url]) => url)).toEqual([
    "https://www.example.org/insights/1/",
    "https://www.example.org/insights/3/",
    "https://www.example.org/insights/0/",
    "https://www.example.org/insights/2/",
  ]);
  expect(text).toContain("<lastBuildDate>Tue, 04 Mar 2025 09:00:00 GMT</lastBuildDate>");
  expect(text).toContain('<atom:link href="https://www.example.org/feed.xml" rel="self" type="application/rss+xml"/>');
  expect(text).toContain("<dc:creator>Mira Okafor</dc:creator><category>MLOps</category>");
});

test("without a date there is no pubDate", () => {
  expect(renderFeed({ ...CHANNEL, entries: [entry({ published: "" })] })).not.toContain("pubDate");
});

test("whatever a title holds, the feed is well formed", () => {
  fc.assert(
    fc.property(anyText, fc.string(), (title, summary) => {
      const text = renderFeed({ ...CHANNEL, entries: [entry({ title, summary, author: title })] });
      expect(text).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u);
      // Every < opens one of the feed's own elements, every & one of the five entities.
      expect(text.replace(/<\/?[\w:]+(?: [\w:]+="[^"<]*")*\/?>|<\?xml[^?]*\?>/g, "")).not.toContain("<");
      expect(text.replace(/&(amp|lt|gt|quot|#39);/g, "")).not.toContain("&");
    }),
    { seed: 9 },
  );
});
