import * as z from "zod";
import { component, fn, name } from "./schema-layout.ts";

const output = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, "a name of letters, digits and dashes")
    .describe("What errors, `sitegen why` and `reader.output` call it."),
  keys: fn.describe("What there is to make: `(reader) => [key, …]`; each key is made by itself."),
  make: fn.describe(
    "The file of a key, several, or null: `(key, reader, { signal, cached, last }) => ({ path, body })`.",
  ),
  head: fn.optional().describe("What heads of pages say of the files: `(page) => ({ alternates, image })`."),
  pageTypes: z
    .array(z.string())
    .optional()
    .describe("Page types that its options name; one that the definition does not have is an error."),
  faults: z.array(z.string()).optional().describe("What is wrong with its options: each is an error."),
  datasources: z
    .array(z.string())
    .optional()
    .describe("Datasources that its options name; one that the definition does not have is an error."),
  searchFolder: z.string().optional().describe("Folder in which it makes an index for the kit's `Search`."),
  timeout: z.number().positive().max(3600).optional().describe("Seconds that one key may take. Default: 60."),
});

/** `outputs` of a definition; lists in it are joined before it is checked. */
export const outputsSchema = z
  .array(output)
  .optional()
  .describe("Files of the site's own making (docs/own-outputs.md), in their order. Default: none.");

const path = z.string().regex(/^\/(?:.*\/)?$/, 'a path with slashes at both ends, such as "/search/"');

const head = z.strictObject({
  title: z.string().optional(),
  description: z.string().optional(),
  image: z.unknown().optional(),
  noindex: z.boolean().optional(),
  meta: z.unknown().optional(),
  link: z.unknown().optional(),
  jsonLd: z.unknown().optional(),
});

const route = z.strictObject({
  path: z
    .union([path, z.record(z.string(), path)], { error: "a path with slashes at both ends, or one by language code" })
    .optional()
    .describe("Path below each language's home, or by language code."),
  paths: fn.optional().describe("In place of it, several: `(reader) => [path or { path, … }]`, in each language."),
  page: component.describe("The page's component, exported by a file of its own."),
  data: fn
    .optional()
    .describe("Props of the page: `(reader, params) => JSON`. Default: what `paths` said of the path."),
  head: z
    .union([fn, head], {
      error: "title, description, image, noindex, meta, link and jsonLd, or a function of the props that returns them",
    })
    .optional()
    .describe(
      "`title`, `description`, `image`, `noindex` and further tags (`meta`, `link`, `jsonLd`), or `(props) => …`; a title may be the name of a word.",
    ),
  hydrate: z.boolean().optional().describe("Whether browsers get the page's code. Default: true."),
  sitemap: z.boolean().optional().describe("Whether the sitemap has the page. Default: true."),
});

/** `routes` of a definition. */
export const routesSchema = z
  .array(route)
  .optional()
  .describe("Pages without a story (docs/own-routes.md). Default: none.");

/** The definition's key `parts`. */
export const partsSchema = z
  .array(
    z.strictObject({
      effect: name.describe(
        "Module that exports an `Effect` named `effect`: a path relative to the definition's file.",
      ),
      styles: name.optional().describe("Stylesheet of what it adds to a page, loaded after the markup."),
    }),
  )
  .optional()
  .describe(
    "What runs in the browser for elements of any page, such as `lottie()` ([Parts](parts.md)). Default: nothing.",
  );

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
  step: z
    .union([z.number().positive(), z.literal("any")])
    .optional()
    .describe("Distance between numbers, or between a date's days, from `min` or 0; `any` for none. Default: 1."),
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
