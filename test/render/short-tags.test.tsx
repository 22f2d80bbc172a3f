/** Shortened tags of drawings draw the same. */
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { selfCloseEmptyTags } from "../../src/render/self-close-empty-tags.ts";

test("an empty shape has one tag, whatever its values hold; anything else keeps its own", () => {
  const html = renderToStaticMarkup(
    <p title="<path></path>">
      <svg aria-label="a > b">
        <path d="M0 0" data-name={'<use></use> "x"'} />
        <g>
          <circle r="3" />
          <circle r="4">
            <title>Four</title>
          </circle>
          <text></text>
        </g>
      </svg>
      <b></b>
    </p>,
  );
  expect(selfCloseEmptyTags(html)).toBe(
    '<p title="&lt;path&gt;&lt;/path&gt;"><svg aria-label="a &gt; b">' +
      '<path d="M0 0" data-name="&lt;use&gt;&lt;/use&gt; &quot;x&quot;"/>' +
      '<g><circle r="3"/><circle r="4"><title>Four</title></circle><text></text></g></svg><b></b></p>',
  );
  expect(selfCloseEmptyTags("<path></path>")).toBe("<path></path>");
});
