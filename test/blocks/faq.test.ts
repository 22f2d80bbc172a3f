/** Structured data of accordions that hold questions and answers. */
import { expect, test } from "vitest";
import type { HeadInput } from "../../src/content/head-input.ts";
import { jsonLd } from "../../src/content/json-ld.ts";
import { rich } from "./fixtures.ts";

function faqOf(body: object[]): Record<string, unknown>[] {
  const input = {
    entry: { path: "/x/", component: "Page", lang: "en", name: "X" },
    settings: { origin: "https://site.example", base: "/", companyName: "Site" },
    page: { component: "Page", _uid: "p", body },
    crumbs: [],
    listing: null,
  } as unknown as HeadInput;
  const rest = { canonical: "", title: "", description: "", image: "" };
  return jsonLd({ ...input, ...rest }).filter((thing) => thing["@type"] === "FAQPage");
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
