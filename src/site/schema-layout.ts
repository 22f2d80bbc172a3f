import * as z from "zod";

/** Values that the schemas of other keys have too. */
export const name = z.string().min(1);
export const fn = z.custom<(...parts: never[]) => unknown>((value) => typeof value === "function", "a function");
export const component = z.custom<unknown>(
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

/** The definition's key `speculation`. */
export const speculationSchema = z
  .union(
    [
      z.boolean(),
      z.strictObject({
        eagerness: z
          .enum(["conservative", "moderate", "eager", "immediate"])
          .optional()
          .describe("When a browser begins, from a press on the link to at once. Default: moderate."),
        action: z
          .enum(["prerender", "prefetch"])
          .optional()
          .describe("The whole page, or its document alone. Default: prerender."),
        exclude: z
          .array(z.string().regex(/^\/[^\s"\\]*$/, "a path that begins with a slash"))
          .optional()
          .describe("Paths that are left out; a final `*` matches any ending."),
      }),
    ],
    { error: "true, false or an object" },
  )
  .optional()
  .describe(
    "Browsers prerender the page that a visitor is about to open ([Fast navigation](navigation.md)). Default: false.",
  );

/** `themes` of a definition. */
export const themesSchema = z
  .strictObject({
    field: name.describe("The blocks' option field that holds one of `values`."),
    values: z.array(name).min(1).describe("The looks, the usual one first."),
    attribute: z
      .string()
      .regex(/^data-[a-z][a-z-]*$/, "an attribute such as data-theme")
      .describe("Attribute by which an element around blocks without the field says which look is behind them."),
  })
  .optional()
  .describe("Looks that an editor chooses for a block; the gallery shows every block in each. Default: one look.");
