/** `sitegen-storyblok/testing`: what a block's own tests render. */
import { expect, test } from "vitest";
import { defineBlock, relation, text } from "../../src/exports/schema.ts";
import { renderBlock } from "../../src/exports/testing.tsx";

const schema = defineBlock({ name: "latest", fields: { headline: text() } });
const Latest = ({ headline, data }: { headline: string; data?: { title: string }[] }) => (
  <ul aria-label={headline}>
    {data?.map(({ title }) => (
      <li key={title}>{title}</li>
    ))}
  </ul>
);

test("a block gets what its data file would give it", () => {
  const content = { headline: "News" };
  expect(renderBlock({ schema, component: Latest, content, data: [{ title: "One" }, { title: "Two" }] })).toBe(
    '<ul aria-label="News"><li>One</li><li>Two</li></ul>',
  );
  expect(renderBlock({ schema, component: Latest, content })).toBe('<ul aria-label="News"></ul>');
});

test("a card of another story has what the site's own cards have", () => {
  const relations = defineBlock({ name: "teaser", fields: { story: relation("page") } });
  const Teaser = ({ story }: { story: { name: string; text: string } | null }) => (
    <p>
      {story?.name}, {story?.text}
    </p>
  );
  const options = { schema: relations, component: Teaser, content: { story: "lamp" } };
  const shown = renderBlock({ ...options, cards: { lamp: { text: "40 €" }, chair: { text: "90 €" } } });
  expect(shown.replaceAll("<!-- -->", "")).toBe("<p>lamp, 40 €</p>");
});
