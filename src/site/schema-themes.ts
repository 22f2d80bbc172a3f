import * as z from "zod";

const name = z.string().min(1);

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
