import * as z from "zod";

const fn = z.custom<(...parts: never[]) => unknown>((value) => typeof value === "function", "a function");
const component = z.custom<unknown>(
  (value) => typeof value === "function" || (typeof value === "object" && value !== null),
  "a component",
);

/** The definition's key `layout`. */
export const layoutSchema = z
  .strictObject({
    Document: fn
      .optional()
      .describe(
        "Attributes of `<html>` and `<body>`, and markup before and after the page: `({ payload, shared }) => ({ html, body, bodyStart, bodyEnd })`.",
      ),
    Layout: component.optional().describe("Around every page: header, footer, overlays; receives `children`."),
    ErrorPage: component.optional().describe("Shown where the application failed."),
    NotFound: component.optional().describe("Shown where there is no page. Default: ErrorPage."),
    richText: z
      .strictObject({
        link: component.optional().describe("In place of a link: `{ link, children, …attributes }`."),
        image: component.optional().describe("In place of a picture: `{ image, className, sizes }`."),
        codeBlock: component.optional().describe("In place of a code block: `{ code, language }`."),
        heading: component.optional().describe("In place of a heading: `{ level, id, className, children }`."),
        blocks: z
          .record(z.string().min(1), component)
          .optional()
          .describe("By component name, in place of an embedded block; has the block's own props."),
      })
      .optional()
      .describe("Parts of rich text on every page ([Rich text](rich-text.md)). Default: the kit's."),
    outline: fn
      .optional()
      .describe("What the layout takes from the whole page: `(payload) => JSON`, given to it as `payload.outline`."),
    data: fn
      .optional()
      .describe("What the layout shows of other stories: `(reader) => JSON`, given to it as `shared.data`."),
  })
  .optional()
  .describe("Components around and in place of a page.");
