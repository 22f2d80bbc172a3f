/** `sitegen-storyblok/testing`: what a block's own tests render. */
import { expect, test } from "vitest";
import { type Block, Blocks } from "../../src/exports/kit.ts";
import { blocks, defineBlock, relation, text } from "../../src/exports/schema.ts";
import { renderBlock } from "../../src/exports/testing.tsx";

const schema = defineBlock({ name: "latest", fields: { headline: text() } });
const Latest = ({ headline, data }: { headline: string; data?: { title: string }[] }) => (
  <ul aria-label={headline}>
    {data?.map(({ title }) => (
      <li key={title}>{title}</li>
    ))}
  </ul>
);
const List = ({ items }: { items: Block[] }) => <Blocks of={items} />;

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

test("what a test leaves out is named: a schema's name, a block in a field", () => {
  const { name: _, ...unnamed } = schema;
  const nameless = { ...unnamed, name: "" };
  expect(() => renderBlock({ schema: nameless, component: Latest })).toThrow(
    "The schema of Latest needs a `name` here",
  );
  const list = defineBlock({ name: "list", fields: { items: blocks(["latest"]) } });
  const options = { schema: list, component: List, content: { items: [{ component: "latest", headline: "News" }] } };
  expect(() => renderBlock(options)).toThrow(
    'items[0]: There is no block "latest"; it is left out. Give its schema and component in `others`.',
  );
  expect(renderBlock({ ...options, others: [{ schema, component: Latest }] })).toContain("News");
});
