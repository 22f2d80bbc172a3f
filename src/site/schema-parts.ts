import * as z from "zod";

const path = z.string().min(1);

/** The definition's key `parts`. */
export const partsSchema = z
  .array(
    z.strictObject({
      effect: path.describe(
        "Module that exports an `Effect` named `effect`: a path relative to the definition's file.",
      ),
      styles: path.optional().describe("Stylesheet of what it adds to a page, loaded after the markup."),
    }),
  )
  .optional()
  .describe(
    "What runs in the browser for elements of any page, such as `lottie()` ([Parts](parts.md)). Default: nothing.",
  );
