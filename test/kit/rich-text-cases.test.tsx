/**
 * Rich text as the content service's own renderer renders it: the shapes of the 59 cases that its package
 * (@storyblok/richtext 5.3.1, MIT) exports for tests, and where sitegen's HTML differs on purpose.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { resolveRichText } from "../../src/content/resolve/rich-text.ts";
import { testReader } from "../../src/exports/test-reader.ts";
import { RichText } from "../../src/kit/rich-text.tsx";
import { SiteProvider } from "../../src/kit/site.tsx";
import { payload, shared } from "../blocks/fixtures.ts";
import { propertyRuns } from "../helpers/property-runs.ts";

interface Case {
  title: string;
  /** Nodes of a document. */
  nodes: Record<string, unknown>[];
  /** HTML of the service's renderer, as React writes it. */
  html: string;
  /** sitegen's HTML if it differs on purpose, with the reasons. */
  ours?: string;
  why?: string[];
}

const CASES = JSON.parse(readFileSync(join(import.meta.dirname, "rich-text-cases.json"), "utf8")) as Case[];

function render(content: unknown[], changes: Partial<ReturnType<typeof testReader>> = {}): string {
  const reader = { ...testReader(() => undefined), ...changes };
  const doc = resolveRichText({ type: "doc", content }, { reader, ids: new Map() } as never, "", () => []);
  const html = renderToStaticMarkup(
    <SiteProvider shared={shared()} payload={payload([])} components={{}}>
      <RichText doc={doc} level={2} />
    </SiteProvider>,
  );
  return html.replace(/^<div class="rich-text">(.*)<\/div>$/s, "$1");
}

test.each(CASES)("$title", ({ nodes, html, ours }) => expect(render(nodes)).toBe(ours ?? html));

test("all 59 are here, and each difference has a reason", () => {
  expect(CASES).toHaveLength(59);
  expect(CASES.filter(({ ours, why }) => (ours === undefined) !== (why === undefined))).toEqual([]);
});

const link = (href: string, more: object = {}) => ({ type: "link", attrs: { href, linktype: "url", ...more } });
const text = (value: string, ...marks: object[]) => ({ type: "text", text: value, marks });
const paragraph = (...content: object[]) => [{ type: "paragraph", content }];

describe("links", () => {
  const MARKS = [{ type: "bold" }, { type: "italic" }, { type: "code" }, { type: "highlight", attrs: {} }];
  const piece = fc.record({ word: fc.stringMatching(/^[a-z]{1,5}$/), marks: fc.shuffledSubarray(MARKS) });
  const links = fc.array(fc.array(piece, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });

  test("one link in the editor is one <a>, whatever marks its parts have", () => {
    fc.assert(
      fc.property(links, fc.nat(), (all, seed) => {
        const pieces = all.flatMap((parts, index) =>
          parts.map(({ word, marks }, part) => {
            const at = (seed + part) % (marks.length + 1);
            return text(word, ...marks.slice(0, at), link(`/page-${index}`), ...marks.slice(at));
          }),
        );
        const html = render(paragraph(...pieces));
        const found = [...html.matchAll(/<a href="([^"]*)">(.*?)<\/a>/g)];
        expect(found.map(([, href]) => href)).toEqual(all.map((_, index) => `/page-${index}/`));
        expect(found.map(([, , inner = ""]) => inner.replace(/<[^>]*>/g, ""))).toEqual(
          all.map((parts) => parts.map(({ word }) => word).join("")),
        );
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  test("have the editor's attributes, but none that runs code or changes the target", () => {
    const custom = {
      title: "T",
      rel: "nofollow",
      class: "c",
      "data-x": "1",
      onclick: "x()",
      href: "//evil",
      style: "x",
    };
    expect(render(paragraph(text("x", link("https://a.example", { target: "_blank", custom }))))).toBe(
      '<p><a title="T" rel="noopener nofollow" class="c" data-x="1" href="https://a.example" target="_blank">x</a></p>',
    );
  });

  test("to a file that could not be downloaded keep its address", () => {
    const asset = (href: string) => paragraph(text("x", link(href, { linktype: "asset" })));
    const missing = { file: () => null };
    expect(render(asset("https://a.storyblok.com/f/1/x.pdf"), missing)).toBe(
      '<p><a href="https://a.storyblok.com/f/1/x.pdf">x</a></p>',
    );
    expect(render(asset("javascript:alert(1)"), missing)).toBe("<p>x</p>");
  });
});

describe("a picture that could not be downloaded, or whose host browsers do not ask,", () => {
  const image = (src: string, attrs: object = {}) => ({ type: "image", attrs: { src, alt: "A gear", ...attrs } });
  const missing = { image: () => null, file: () => null };

  test("is a link to its address, in a paragraph", () => {
    const src = "https://cdn.example/f/gear%20two.png";
    const link = (text: string) => `<p><a href="${src}">${text}</a></p>`;
    expect(render([image(src)], missing)).toBe(link("A gear"));
    expect(render([image(src, { alt: "", title: "Gear" })], missing)).toBe(link("Gear"));
    expect(render([image(src, { alt: null })], missing)).toBe(link("gear two.png"));
    expect(render([image("//cdn.example/")], missing)).toBe('<p><a href="//cdn.example/">A gear</a></p>');
    expect(render(paragraph(text("See "), image(src)), missing)).toBe(`<p>See <a href="${src}">A gear</a></p>`);
    const item = { type: "bullet_list", content: [{ type: "list_item", content: [image(src)] }] };
    expect(render([item], missing)).toBe(`<ul><li>${link("A gear")}</li></ul>`);
  });

  test.each(["javascript:alert(1)", "data:image/png;base64,AA", "file:///etc/passwd", "/f/1/gear.png", "gear.png", ""])(
    "is left out at an address that no visitor can open: %s",
    (src) => expect(render([image(src)], missing)).toBe(""),
  );
});
