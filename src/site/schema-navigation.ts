import * as z from "zod";

/** The definition's keys `speculation` and `viewTransitions`. */
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

export const viewTransitionsSchema = z
  .boolean()
  .optional()
  .describe(
    "Elements with a `view-transition-name` morph from page to page ([Fast navigation](navigation.md)). Default: false.",
  );
