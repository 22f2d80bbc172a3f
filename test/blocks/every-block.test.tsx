/** Rules that hold for every block, from its schema alone. A new block is covered as soon as its folder exists. */
import { describe, expect, it } from "vitest";
import type { Block } from "../../src/site/api/payload.ts";
import type { BlockSchema } from "../../src/site/blocks/fields.ts";
import { components, schemas } from "../helpers/sample-blocks.ts";
import { renderBlock, renderPageType, textOf } from "./render.tsx";
import { sample, samples } from "./samples.ts";
import { bare, hostile, inBodies } from "./variants.ts";

const built = schemas.filter((schema) => Object.hasOwn(components, schema.name));
const pages = built.filter((schema) => schema.kind === "page");

const render = (schema: BlockSchema, block: Block, lang: "en" | "de" = "en") =>
  schema.kind === "page" ? renderPageType(block, { lang }) : renderBlock(block, { lang });

describe.each([...inBodies, ...pages].map((schema) => [schema.name, schema] as const))("%s", (_name, schema) => {
  it("renders with every field empty, in both languages", () => {
    for (const lang of ["en", "de"] as const) {
      const text = textOf(render(schema, bare(schema), lang));
      expect(text).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/);
    }
  });

  it.each(["en", "de"] as const)("escapes whatever an editor writes: %s", (lang) => {
    const html = render(schema, hostile(schema), lang);
    expect(html).not.toMatch(/<script|<img src=x/);
    expect(html).not.toContain("javascript:");
  });
});

describe.each(inBodies.filter((schema) => samples[schema.name]).map((schema) => [schema.name, schema] as const))(
  "%s, filled in,",
  (name, schema) => {
    const headline = String(samples[name]?.headline ?? "");
    if (headline)
      it("shows its headline as the page's h1 when it leads", () => {
        const leading = "level" in (samples[name] ?? {}) ? { level: "h1" } : {};
        expect(renderBlock(sample(name, leading))).toMatch(new RegExp(`<h1[^>]*>${headline}`));
      });

    it("shows what was written and nothing that was not, in both languages", () => {
      for (const lang of ["en", "de"] as const) {
        const text = textOf(renderBlock(sample(name), { lang }));
        for (const field of ["headline", "kicker"]) {
          const written = samples[name]?.[field];
          if (written) expect(text).toContain(written);
        }
        expect(text).not.toMatch(/undefined|null|NaN|\[object|\{\w+\}/);
      }
    });

    it("renders the same twice", () => expect(renderBlock(sample(name))).toBe(renderBlock(sample(name))));

    it("carries the editor's marker in a draft and none in what is published", () => {
      const _editable = '<!--#storyblok#{"uid":"u-7","id":"9"}-->';
      expect(renderBlock(sample(name, { _editable }))).toContain('data-blok-uid="9-u-7"');
      expect(renderBlock(sample(name))).not.toContain("data-blok");
    });

    if (schema.kind === "section")
      it("has its anchor, theme and invert trigger", () => {
        const html = renderBlock(sample(name, { anchor_id: "here", theme: "accent", invert_trigger: true }));
        const root = /<section[^>]*>/.exec(html)?.[0] ?? "";
        expect(root).toContain('id="here"');
        expect(root).toContain("data-invert-trigger");
        expect(root).toContain('data-theme="accent"');
      });
  },
);

it("has no two elements of one id in a page of all blocks", () => {
  const names = inBodies.map((schema) => schema.name).filter((name) => samples[name]);
  const html = names.map((name) => renderBlock(sample(name))).join("");
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map((found) => found[1]);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});
