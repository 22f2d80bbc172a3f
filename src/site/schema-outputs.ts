import * as z from "zod";

const fn = z.custom<(...parts: never[]) => unknown>((value) => typeof value === "function", "a function");

const output = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]*$/, "a name of letters, digits and dashes")
    .describe("What errors, `sitegen why` and `reader.output` call it."),
  keys: fn.describe("What there is to make: `(reader) => [key, …]`; each key is made by itself."),
  make: fn.describe("The file of a key, several, or null: `(key, reader, { signal, cached }) => ({ path, body })`."),
  head: fn.optional().describe("What heads of pages say of the files: `(page) => ({ alternates, image })`."),
  timeout: z.number().positive().max(3600).optional().describe("Seconds that one key may take. Default: 60."),
});

/** `outputs` of a definition; lists in it are joined before it is checked. */
export const outputsSchema = z
  .array(output)
  .optional()
  .describe("Files of the site's own making (docs/own-files.md), in their order. Default: none.");

const component = z.custom<unknown>(
  (value) => typeof value === "function" || (typeof value === "object" && value !== null),
  "a component",
);
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

/** `sitemap` of a definition. */
export const sitemapSchema = fn
  .optional()
  .describe("Adds to the sitemap: `(reader) => [path or { path, lastmod }]`. Default: nothing.");
