/** What must hold of every block there is, from its schema alone. A new block is covered by being in its folder. */
import { describe, expect, it } from "vitest";
import { components } from "../../src/blocks/gen/components.ts";
import { data as dataOf } from "../../src/blocks/gen/data.ts";
import { schemas } from "../../src/blocks/gen/schemas.ts";
import type { Block, CardData } from "../../src/content/payload.ts";
import type { BlockSchema, Field } from "../../src/content/schema/fields.ts";
import { card, image, link, rich, stubReader } from "./fixtures.ts";
import { complete, renderBlock, renderPageType, textOf } from "./render.tsx";
import { sample, samples } from "./samples.ts";

const built = schemas.filter((schema) => Object.hasOwn(components, schema.name));
const inBodies = built.filter((schema) => schema.kind === "section" || schema.kind === "part");
const pages = built.filter((schema) => schema.kind === "page");

const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)>{{x}}\u0000`;

/** A block whose every text is an attack, and whose numbers and lists go to extremes. */
function hostile(schema: BlockSchema, depth = 0): Block {
  const block: Block = { component: schema.name, _uid: `${schema.name}"'<-${depth}` };
  for (const [name, field] of Object.entries(schema.fields)) block[name] = hostileValue(field, depth);
  return withData(block, [hostileCard()]);
}

function hostileValue(field: Field, depth: number): unknown {
  switch (field.type) {
    case "text":
    case "textarea":
    case "datetime":
      return HOSTILE;
    case "richtext":
      return rich(HOSTILE, `## ${HOSTILE}`);
    case "number":
      return -1e21;
    case "boolean":
      return true;
    case "option":
      return field.values.at(-1);
    case "multilink":
      return link(`https://x.example/?q=${HOSTILE}`);
    case "asset":
      return field.filetypes.includes("images")
        ? hostileImage()
        : { src: `/f?${HOSTILE}`, name: HOSTILE, title: HOSTILE };
    case "multiasset":
      return [hostileImage(), hostileImage()];
    case "datasource":
      return { value: HOSTILE, label: HOSTILE };
    case "datasources":
      return [{ value: HOSTILE, label: HOSTILE }];
    case "relation":
      return hostileCard();
    case "relations":
      return [hostileCard()];
    case "blocks":
      return field.of === "section" || depth > 2 ? [] : field.of.map((schema) => hostile(schema, depth + 1));
  }
}

const hostileImage = () => image(1, 0, -5, { alt: HOSTILE, title: HOSTILE, copyright: HOSTILE, focus: "50% 50%" });
const hostileCard = () => card(HOSTILE, { text: HOSTILE, href: `/x/?${HOSTILE}`, author: HOSTILE });

/** A block with what its own data file makes of the cards a reader finds. */
function withData(block: Block, cards: CardData[]): Block {
  const data = dataOf[block.component]?.(block, stubReader(cards), null);
  return data === undefined ? block : { ...block, data };
}

const render = (schema: BlockSchema, block: Block, lang: "en" | "de" = "en") =>
  schema.kind === "page" ? renderPageType(block, { lang }) : renderBlock(block, { lang });

describe.each([...inBodies, ...pages].map((schema) => [schema.name, schema] as const))("%s", (name, schema) => {
  const bare = withData(complete({ component: name, _uid: "bare" }), []);

  it("renders with every field empty, in both languages", () => {
    for (const lang of ["en", "de"] as const) {
      const text = textOf(render(schema, bare, lang));
      expect(text).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/);
    }
  });

  it("escapes whatever an editor writes", () => {
    const html = render(schema, hostile(schema));
    expect(html).not.toMatch(/<script|<img src=x/);
    expect(html).not.toContain("javascript:");
  });
});

describe.each(inBodies.filter((schema) => samples[schema.name]).map((schema) => [schema.name, schema] as const))(
  "%s, filled in,",
  (name, schema) => {
    it("shows its headline as the page's h1 when it leads and as an h2 below another", () => {
      const headline = String(samples[name]?.headline ?? "");
      if (headline === "") return;
      expect(renderBlock(sample(name))).toMatch(new RegExp(`<h1[^>]*>${headline}`));
    });

    it("renders the same twice", () => expect(renderBlock(sample(name))).toBe(renderBlock(sample(name))));

    it("carries the editor's marker in a draft and none in what is published", () => {
      const _editable = '<!--#storyblok#{"uid":"u-7","id":"9"}-->';
      expect(renderBlock(sample(name, { _editable }))).toContain('data-blok-uid="9-u-7"');
      expect(renderBlock(sample(name))).not.toContain("data-blok");
    });

    it.runIf(schema.kind === "section")("has its anchor, theme and invert trigger", () => {
      const html = renderBlock(sample(name, { anchor_id: "here", theme: "accent", invert_trigger: true }));
      const root = /<section[^>]*>/.exec(html)?.[0] ?? "";
      expect(root).toContain('id="here"');
      expect(root).toContain("data-invert-trigger");
      // Words over a picture need a dark one, whatever is chosen.
      expect(root).toContain(name === "HeroFullscreenImage" ? 'data-theme="dark"' : 'data-theme="accent"');
    });
  },
);

it("has no two elements of one id in a page of all blocks", () => {
  const names = inBodies.map((schema) => schema.name).filter((name) => samples[name]);
  const html = names.map((name) => renderBlock(sample(name))).join("");
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
