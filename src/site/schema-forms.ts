import * as z from "zod";

const fieldName = z.string().regex(/^[A-Za-z][\w-]*$/, "a name of letters, digits and dashes");
const limit = z.union([z.number(), z.string().regex(/^\d{4}-\d\d-\d\d$/, "a date as YYYY-MM-DD")]);
const length = z.number().int().positive();
const TYPES = [
  "text",
  "email",
  "tel",
  "url",
  "number",
  "date",
  "textarea",
  "select",
  "radio",
  "checkbox",
  "hidden",
] as const;

const field = z.strictObject({
  type: z.enum(TYPES).describe("What is entered; a `checkbox` without `options` is one box to tick."),
  label: z.string().optional().describe("A word's name, or the text. Default: the word `form_<field>`."),
  help: z.string().optional().describe("A sentence below the label: a word's name, or the text."),
  required: z.boolean().optional().describe("Whether it has to be filled in. Default: false."),
  minLength: length.optional().describe("Fewest characters."),
  maxLength: length.optional().describe("Most characters. Default: 1000, less in addresses, 5000 in a textarea."),
  pattern: z
    .string()
    .refine(isPattern, "a regular expression")
    .optional()
    .describe("A regular expression that the whole value has to match."),
  min: limit.optional().describe("Smallest number or first date."),
  max: limit.optional().describe("Largest number or last date."),
  step: z.number().positive().optional().describe("Distance of the numbers that are offered. Default: every number."),
  options: z
    .array(z.union([z.string(), z.strictObject({ value: z.string().min(1), label: z.string() })]))
    .min(1)
    .optional()
    .describe("What can be chosen: texts, or `{ value, label }`."),
  autoComplete: z.string().optional().describe("What browsers may fill in."),
  rows: length.optional().describe("Lines of a textarea. Default: 5."),
  messages: z
    .strictObject({
      missing: z.string().optional().describe("Said of a field that has to be filled in."),
      wrong: z.string().optional().describe("Said of a value that does not fit."),
    })
    .optional()
    .describe("In place of the general messages: words' names, or texts."),
});

function isPattern(text: string): boolean {
  try {
    return Boolean(new RegExp(text, "u"));
  } catch {
    return false;
  }
}

/** `forms` of a definition. */
export const formsSchema = z
  .array(
    z.strictObject({
      name: fieldName.describe("Unique in the site."),
      fields: z.record(fieldName, field).describe("By name, in the order in which they are shown."),
      action: z
        .string()
        .regex(/^(?:https?:\/\/|\/(?!\/))\S+$/, "a path of the site, or a URL")
        .optional()
        .describe("Path of the site or URL that it posts to. Default: `/forms/<name>`."),
      minSeconds: z.number().nonnegative().optional().describe("Nobody fills it in faster. Default: 3."),
      trap: fieldName.optional().describe("Name of the hidden field that only robots fill in. Default: `website`."),
    }),
  )
  .optional()
  .describe("Forms made by `defineForm` that `sitegen serve` answers (docs/forms.md). Default: none.");
