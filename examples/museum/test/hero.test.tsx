import { renderBlock } from "sitegen-storyblok/testing";
import { expect, test } from "vitest";
import { schema } from "../blocks/hero/hero.schema.ts";
import { Hero } from "../blocks/hero/hero.tsx";
import { WORDS } from "../words.ts";

test("the hero leads to its exhibition", () => {
  const html = renderBlock({
    schema,
    component: Hero,
    content: { kicker: "Aujourd'hui", exhibition: "lignes" },
    cards: { lignes: { title: "Lignes d'eau", date: "2025-11-07", until: "2026-06-28" } },
    words: WORDS.fr,
  });
  expect(html).toContain("<h1>Lignes d&#x27;eau</h1>");
  expect(html.replaceAll("<!-- -->", "")).toContain("07.11.2025 – 28.06.2026");
  expect(html).toMatch(/<a class="button" href="\/lignes\/">Voir l’exposition<\/a>/);
});
