import * as z from "zod";
import { policySchema } from "../validation/policy-schema.ts";
import { languageSchema } from "./schema-languages.ts";
import { fn, layoutSchema, name, speculationSchema, themesSchema } from "./schema-layout.ts";
import { formsSchema, outputsSchema, partsSchema, routesSchema } from "./schema-outputs.ts";

const byLanguage = <T extends z.ZodType>(value: T) => z.record(z.string(), value);

const listing = z.strictObject({
  block: name.describe("Component name of the block that makes the listing routes of the story it is on."),
  perPage: name.optional().describe("Its field with the number of stories a page. Default: `per_page`."),
  folder: name.optional().describe("Its field with the folder that stories are taken from. Default: `starts_with`."),
  featured: name.optional().describe("Its field with the story that is left out of the list. Default: `featured`."),
  defaultPerPage: z.int().min(1).max(1000).optional().describe("Stories a page where the field is empty. Default: 9."),
});

const pageType = z.strictObject({
  kind: z
    .enum(["page", "article", "listing", "job"])
    .optional()
    .describe("An article is og:type article and has structured data by default. Default: page."),
  head: z
    .strictObject({
      title: z
        .array(name)
        .optional()
        .describe(
          "Fields for the title, first non-empty wins; of a plugin field its `title`, or another part: `seo.og_title`. Default: `meta_title`, `title`, then the story's name.",
        ),
      description: z
        .array(name)
        .optional()
        .describe("Fields for the description; of a plugin field its `description`. Default: `meta_description`."),
      image: z
        .array(name)
        .optional()
        .describe("Fields for the picture of shared links. Default: `og_image`, then the home page's."),
      noindex: name.optional().describe("Boolean field that keeps a page out of search engines. Default: `noindex`."),
    })
    .optional()
    .describe(
      "Fields of the root block that the page's head is made from, or a function of its props that returns tags: `(props, page) => ({ title, meta, link, jsonLd })`.",
    ),
  order: z
    .enum(["date", "position"])
    .optional()
    .describe("Order of lists: newest first, or the editor's. Default: date."),
  date: name.optional().describe("Field with the story's date; first publication where it is empty. Default: `date`."),
  category: z
    .strictObject({
      field: name.describe("Field that lists filter by."),
      datasource: name.optional().describe("Datasource that the field's values are of."),
    })
    .optional()
    .describe("What lists of this type are filtered by."),
  listing: listing
    .optional()
    .describe("Listing routes: pages of a list, by category too, made where a story has a block of this name."),
  feed: z
    .strictObject({
      path: z
        .string()
        .regex(/^[\w-]+(?:\.[\w-]+)*\.xml$/, "a file name that ends in .xml")
        .describe("File name of the RSS feed below each language's home."),
      title: byLanguage(name).describe("Title by language code."),
    })
    .optional()
    .describe("RSS feed of the newest stories of this type."),
  sitemap: z.boolean().optional().describe("Whether the sitemap has the pages of this type. Default: true."),
  structuredData: fn.optional().describe('schema.org objects of a page: `(input) => [{"@type": …}]`.'),
  card: fn.optional().describe("What other pages show of a story of this type, instead of the site's `card`."),
});

const duration = z.string().regex(/^\d+(?:\.\d+)?(?:ms|s|m|h|d)$/, "a time such as 90s, 10m or 1d");

const source = z.strictObject({
  load: fn.describe(
    "Returns all values as a list of plain JSON: `async ({ env, signal, previous }) => values`. Runs on the server alone.",
  ),
  key: fn.describe("Identifies an entry: `(entry) => text or number`."),
  maxAge: duration
    .optional()
    .describe("For `listen`: asks again after this time. Default: when it starts, and on `POST /sources/<name>`."),
  timeout: duration.optional().describe("The most that `load` may take. Default: 30s."),
  preview: z
    .boolean()
    .optional()
    .describe("Publishes the whole source for the visual editor. Default: false, no more of it than pages show."),
});

const environment = z.string().regex(/^[a-z][a-z0-9-]*$/, "a name in lower case such as production or staging");

const category = z.strictObject({
  code: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, "a code of lower-case letters, digits and underscores, such as statistics")
    .describe("What `consent` of a tag and `useConsent` name."),
  name: byLanguage(name).optional().describe("Heading by language code. Default: the word `consent_<code>`."),
  text: byLanguage(name).optional().describe("Explanation by language code. Default: the word `consent_<code>_text`."),
  required: z.boolean().optional().describe("Always allowed: listed, but not a choice. Default: false."),
  cookies: z
    .array(z.string().regex(/^[^\s;=*]+\*?$/, "the name of a cookie, with a * at its end for any ending"))
    .optional()
    .describe("Cookies that are deleted on withdrawal, such as `_pk_*`."),
});

/**
 * The schema of a site definition, for validation and docs/site-definition.md. The types that sites are written with
 * (definition.ts) are not inferred from it: an editor shows no explanation of an inferred key, compilers would print the
 * schema's types in place of names such as `PageTypeDefinition`, functions would need their types here anyway, and the
 * package's types would need zod. test/definition/every-key.test.ts holds the keys of both together.
 */
export const siteSchema = z.strictObject({
  languages: z.array(languageSchema).min(1).describe("The site's languages; the first is the default one."),
  translation: z
    .enum(["fields", "folders"])
    .optional()
    .describe(
      "fields: one story holds all languages; folders: a root folder for each language, named by its code or prefix. Default: fields.",
    ),
  linkedBy: name
    .optional()
    .describe(
      "Field of page types whose equal values make stories of different spaces (`languages[].space`) translations of each other. Home pages are anyway.",
    ),
  path: z
    .enum(["slug", "real"])
    .optional()
    .describe(
      "`real`: pages are at the path that editors set as a story's *real path*, below the language's prefix; a slug translated into the language comes first. Stories without one, and the home story, are at their slug. Default: slug.",
    ),
  home: name.optional().describe("Slug of the home story. Default: `home`."),
  global: name
    .nullable()
    .optional()
    .describe(
      "Slug of the story that every page's layout receives as `shared.global`; null for none. Default: `global`.",
    ),
  pageTypes: z.record(name, pageType).describe("By component name: every root component that is a page."),
  datasources: z.array(name).optional().describe("Datasources that are read. Default: none."),
  sources: z
    .record(z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/, "a name of letters, digits and dashes"), source)
    .optional()
    .describe("Data that is no story, each made by `defineSource` (docs/your-own-data.md). Default: none."),
  labels: name
    .optional()
    .describe("The datasource whose entries replace interface words of the same name; its first 25 count."),
  card: fn
    .optional()
    .describe(
      "What other pages show of a story: `(entry, reader) => card`. Default: name, title, text, image, date, category.",
    ),
  layout: layoutSchema,
  blocks: z
    .union([name, z.array(name).min(1)], { error: "a folder or a list of folders" })
    .optional()
    .describe("Folders of blocks, relative to the definition's file. Default: `./blocks`."),
  words: byLanguage(z.record(z.string(), z.string())).optional().describe("Interface words by language code."),
  styles: z
    .union([name, z.array(name)], { error: "a file or a list of files" })
    .optional()
    .describe("Entry stylesheets, relative to the definition's file."),
  icons: z
    .strictObject({
      favicon: name.optional().describe("SVG file, relative to the definition's file."),
      touchIcon: name.optional().describe("PNG file of 180 × 180 pixels."),
    })
    .optional()
    .describe("The site's icons."),
  fonts: z.array(name).optional().describe("Fonts worth preloading, relative to the definition's file."),
  head: z
    .array(
      z.strictObject({
        tag: z.enum(["script", "link", "meta"]).describe("The element."),
        attributes: z
          .record(
            z.string().regex(/^[a-zA-Z][\w:-]*$/, "an attribute name"),
            z.union([z.string(), z.literal(true)], { error: "a text, or true for an attribute without a value" }),
          )
          .optional()
          .describe(
            "Its attributes; `true` for one without a value. The URL of a script and the origin of a stylesheet join the security policy.",
          ),
        text: z.string().optional().describe("Text of a script; the security policy allows it by its hash."),
        consent: name
          .optional()
          .describe("Category of `consent` that the tag waits for; before that nothing of it is loaded."),
        environments: z
          .array(environment)
          .min(1)
          .optional()
          .describe("Environments whose pages have the tag. Default: all."),
        prerender: z
          .boolean()
          .optional()
          .describe("With `speculation`: the script runs before the page is visited, too. Default: it waits."),
      }),
    )
    .optional()
    .describe("Tags of the site's own in every page's head, in their order."),
  contentSecurityPolicy: policySchema.optional().describe("Sources by directive that the site's own tags need."),
  consent: z
    .strictObject({
      categories: z
        .array(category)
        .min(1)
        .describe("What visitors decide on, besides `necessary`, which is always allowed."),
      ask: z
        .boolean()
        .optional()
        .describe("Ask on the first visit. Default: where a tag of `head` waits for a category that is not required."),
      embeds: name
        .optional()
        .describe("Category that lets embedded videos play without asking. Default: each one asks when it is played."),
    })
    .optional()
    .describe("The consent dialog. Default: none, and no code of it."),
  speculation: speculationSchema,
  viewTransitions: z
    .boolean()
    .optional()
    .describe(
      "Elements with a `view-transition-name` morph from page to page ([Fast navigation](navigation.md)). Default: false.",
    ),
  cachePage: z
    .boolean()
    .optional()
    .describe("A page at `flushCache/` that clears what the app stored in a visitor's browser. Default: false."),
  parts: partsSchema,
  robots: z
    .record(environment, z.array(z.string()))
    .optional()
    .describe(
      "Lines of robots.txt by environment. Default: production allows everything, every other environment nothing.",
    ),
  forms: formsSchema,
  outputs: outputsSchema,
  routes: routesSchema,
  sitemap: fn.optional().describe("Adds to the sitemap: `(reader) => [path or { path, lastmod }]`. Default: nothing."),
  crops: z
    .record(
      name,
      z.record(
        name,
        z
          .array(
            z.strictObject({
              ratio: z
                .string()
                .regex(/^[1-9]\d{0,2}:[1-9]\d{0,2}$/, "a width and a height such as 3:5")
                .describe("Width and height of the part, such as `3:5`."),
              unless: name
                .optional()
                .describe("Field of the same block with a picture of this format: where it is filled, nothing is cut."),
            }),
          )
          .min(1),
      ),
    )
    .optional()
    .describe(
      "By component and picture field: formats that are cut of the picture around its focal point, for `image.crops`. Default: none.",
    ),
  themes: themesSchema,
});
