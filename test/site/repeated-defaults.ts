import { elementsIn, type HtmlElement } from "./html.ts";

/**
 * Attributes by element, with their default values in the HTML and SVG standards. Not listed are those that matter
 * although they look like a default: `type` of a button, which form scripts read; `rel` beside `target="_blank"`, for
 * older browsers; inherited SVG attributes, since an ancestor may set another value.
 */
export const DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "*": {
    "aria-atomic": "false",
    "aria-busy": "false",
    "aria-disabled": "false",
    "aria-haspopup": "false",
    "aria-hidden": "false",
    "aria-invalid": "false",
    "aria-modal": "false",
    "aria-multiline": "false",
    "aria-multiselectable": "false",
    "aria-readonly": "false",
    "aria-required": "false",
    contenteditable: "inherit",
    crossorigin: "anonymous",
    "data-decimals": "0",
    draggable: "auto",
    fetchpriority: "auto",
    popover: "auto",
    translate: "yes",
  },
  html: { dir: "ltr" },
  a: { target: "_self" },
  area: { shape: "rect", target: "_self" },
  form: { autocomplete: "on", enctype: "application/x-www-form-urlencoded", method: "get", target: "_self" },
  iframe: { loading: "eager" },
  img: { decoding: "auto", loading: "eager" },
  input: { type: "text" },
  link: { media: "all" },
  ol: { start: "1", type: "1" },
  script: { type: "text/javascript" },
  select: { size: "1" },
  source: { media: "all" },
  style: { media: "all", type: "text/css" },
  td: { colspan: "1", rowspan: "1" },
  textarea: { cols: "20", rows: "2", wrap: "soft" },
  th: { colspan: "1", rowspan: "1" },
  track: { kind: "subtitles" },
  circle: { cx: "0", cy: "0" },
  ellipse: { cx: "0", cy: "0" },
  line: { x1: "0", x2: "0", y1: "0", y2: "0" },
  rect: { x: "0", y: "0" },
  svg: {
    preserveaspectratio: "xMidYMid meet",
    version: "1.1",
    x: "0",
    xmlns: "http://www.w3.org/2000/svg",
    y: "0",
  },
  use: { x: "0", y: "0" },
};

/** Attributes for which an empty value equals a missing one. */
export const EMPTY = new Set(
  "aria-controls aria-describedby aria-label aria-labelledby class for height id media name rel role sizes srcset style target title width".split(
    " ",
  ),
);

/** All attributes of a page that could be omitted, with their elements. */
export function* repeatedDefaults(root: HtmlElement): Generator<string> {
  for (const { tag, attributes } of elementsIn(root)) {
    for (const [name, value] of attributes) {
      const left = DEFAULTS[tag]?.[name] ?? DEFAULTS["*"]?.[name];
      if (value === left || (value === "" && EMPTY.has(name))) yield `<${tag} ${name}="${value}">`;
    }
  }
}
