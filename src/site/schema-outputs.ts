import * as z from "zod";

const fn = z.custom<(...parts: never[]) => unknown>((value) => typeof value === "function", "a function");

const output = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, "a name of letters, digits and dashes")
    .describe("What errors, `sitegen why` and `reader.output` call it."),
  keys: fn.describe("What there is to make: `(reader) => [key, …]`; each key is made by itself."),
  make: fn.describe("The file of a key, several, or null: `(key, reader, { signal, cached }) => ({ path, body })`."),
  timeout: z.number().positive().max(3600).optional().describe("Seconds that one key may take. Default: 60."),
});

const several = z
  .array(z.unknown())
  .refine((list) => list.every((one) => output.safeParse(one).success), {
    error: "a list of what `defineOutput` returns",
  });

/** `outputs` of a definition. */
export const outputsSchema = z
  .array(z.union([output, several], { error: "what `defineOutput` returns" }))
  .optional()
  .describe("Files of the site's own making (docs/own-files.md), in their order. Default: none.");
