/** Structured data of accordions that hold questions and answers. */
import { expect, test } from "vitest";
import { common } from "../../src/blocks/structured-data.ts";
import type { StructuredDataInput } from "../../src/site/definition.ts";
import { rich } from "./fixtures.ts";

function faqOf(body: object[]): Record<string, unknown>[] {
  const input = {
    entry: { path: "/x/", component: "Page", lang: "en", name: "X" },
    page: { component: "Page", _uid: "p", body },
  } as unknown as StructuredDataInput; // what the questions are made from
  return common(input).filter((thing) => thing["@type"] === "FAQPage");
}

const accordion = (faq: boolean, ...titles: string[]) => ({
  component: "Accordion",
  _uid: titles.join(),
  faq,
  items: titles.map((title) => ({ component: "AccordionItem", _uid: title, title, text: rich(`About ${title}.`) })),
});

test("all accordions of a page that are marked make one FAQPage, nested ones too", () => {
  const nested = { component: "Bisection", _uid: "b", left: [accordion(true, "Three")] };
  const [page, ...more] = faqOf([accordion(true, "One", "Two"), accordion(false, "No"), nested]);
  expect(more).toEqual([]);
  expect(page?.mainEntity).toEqual(
    ["One", "Two", "Three"].map((name) => ({
      "@type": "Question",
      name,
      acceptedAnswer: { "@type": "Answer", text: `About ${name}.` },
    })),
  );
});

test("an entry without words is left out, and without entries there is none", () => {
  expect(faqOf([accordion(true, " ")])).toEqual([]);
  expect(faqOf([accordion(false, "One")])).toEqual([]);
});
