/** What a page says comes back from its Markdown, whatever signs it has: nothing becomes a heading, a list or a fence. */
import { Parser } from "htmlparser2";
import { marked } from "marked";
import { expect, test } from "vitest";
import { toMarkdown } from "../../src/outputs/to-markdown.ts";
import { escapeHtml } from "../../src/render/escape.ts";

const there = (html: string) => marked.parse(toMarkdown(html, { Parser, absolute: (href) => href }), { async: false });

const TEXTS = [
  ...["1. January", "2) Two", "#", "# One", "> said", ">said", "- item", "+ item", "-", "---", "--- - ---", "===", "="],
  ...[
    "~~~",
    "~~gone~~",
    "```",
    "`code`",
    "*bold*",
    "_it_",
    "[a](b)",
    "![a](b)",
    "<b>",
    "back\\slash",
    "\\*",
    "+49 89 1",
    "~5 mm",
  ],
];

test.each(TEXTS)("%s", (text) => {
  const shown = escapeHtml(text).replaceAll("&#39;", "'");
  for (const tag of ["p", "h2"])
    expect(there(`<${tag}>${shown}</${tag}><p>after</p>`)).toBe(`<${tag}>${shown}</${tag}>\n<p>after</p>\n`);
  expect(there(`<p>before<br>${shown}</p>`)).toBe(`<p>before<br>${shown}</p>\n`);
  expect(there(`<ul><li>${shown}</li></ul>`)).toBe(`<ul>\n<li>${shown}</li>\n</ul>\n`);
  expect(there(`<table><tr><th>a</th></tr><tr><td>${shown}</td></tr></table>`)).toContain(`<td>${shown}</td>`);
});

test.each(["a ` b", "a `` b", "```", "````\n# not a heading\n````"])("code: %j", (text) => {
  expect(there(`<pre><code>${text}</code></pre>`)).toBe(`<pre><code>${text}\n</code></pre>\n`);
  if (!text.includes("\n")) expect(there(`<p>x <code>${text}</code> y</p>`)).toBe(`<p>x <code>${text}</code> y</p>\n`);
});

test("the text of a picture is one line", () => {
  expect(there('<img src="/a.png" alt="a\n\n# b">')).toBe('<p><img src="/a.png" alt="a # b"></p>\n');
});
