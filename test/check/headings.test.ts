/** Headings that only a site's own blocks can get wrong: the sample's always make one main heading. */
import { expect, test } from "vitest";
import { checkPage } from "../../src/check/check-page.ts";
import { errorPayload } from "../../src/content/page/page-payload.ts";
import { resolveLanguages } from "../../src/site/resolve-languages.ts";

const payload = errorPayload(
  "en",
  { base: "/", companyName: "X", languages: resolveLanguages([{ code: "en" }]) } as Parameters<typeof errorPayload>[1],
  "A page",
);

function codes(main: string): string[] {
  const html = `<header><h1>No part of the page</h1></header><main id="main">${main}</main>`;
  return checkPage(
    { payload, html, story: "page" },
    { pageTypes: {}, schemaOf: () => undefined, datasources: { en: {} } },
  ).problems.map(({ code }) => code);
}

test.each([
  ["one main heading and no level left out", "<h1>A</h1><h2 class='x'>B</h2><h3>C</h3><h2>D</h2>", []],
  ["two main headings", "<h1>A</h1><h1>B</h1>", ["CHECK_HEADING_FIRST"]],
  ["none", "<h2>A</h2>", ["CHECK_HEADING_FIRST"]],
  ["a level left out", "<h1>A</h1><h3>B</h3>", ["CHECK_HEADING_ORDER"]],
])("%s", (_name, main, expected) => {
  expect(codes(main).filter((code) => code.startsWith("CHECK_HEADING"))).toEqual(expected);
});
