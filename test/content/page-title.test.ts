import { expect, test } from "vitest";
import { pageTitle } from "../../src/content/page/head.ts";

test.each([
  ["News", [], "Acme", "News | Acme"],
  ["News | Acme", [], "Acme", "News | Acme"],
  ["News | Acme", ["Page 2"], "Acme", "News – Page 2 | Acme"],
  ["News – Acme", ["Team", "Page 2"], "Acme", "News – Team – Page 2 | Acme"],
  ["Working at Acme", [], "Acme", "Working at Acme"],
  ["Drinks - Coca-Cola", ["Page 2"], "Coca-Cola", "Drinks – Page 2 | Coca-Cola"],
  ["Coca-Cola", [], "Cola", "Coca-Cola"],
  ["Prices | A+ (Berlin)", ["Page 2"], "A+ (Berlin)", "Prices – Page 2 | A+ (Berlin)"],
  ["Parties", [], "Part", "Parties | Part"],
  ["東京ニュース", [], "東京", "東京ニュース"],
  ["News", ["Page 2"], "", "News – Page 2"],
])("%j with %j of %j", (own, listing, companyName, title) => {
  expect(pageTitle({ own, listing, companyName })).toBe(title);
});
