import * as z from "zod";
import { isOrigin } from "../validation/origin.ts";
import { name } from "./schema-layout.ts";

/** A row of `languages`. */
export const languageSchema = z.strictObject({
  code: z
    .string()
    .regex(/^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/, 'a language code of the content service, such as "fr" or "pt-br"')
    .describe("What the content service calls the language; in the first language nothing is asked for by it."),
  locale: z
    .string()
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'a BCP 47 tag, such as "fr" or "pt-BR"')
    .optional()
    .describe("BCP 47 tag for `<html lang>`, hreflang and feeds. Default: the code."),
  name: name
    .optional()
    .describe("The language's name in itself, for the language switch. Default: the code in capitals."),
  prefix: z
    .string()
    .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}_-]*[\p{L}\p{N}])?)?$/u, "one path segment without slashes, or empty")
    .optional()
    .describe(
      "First segment of the language's paths. Default: none for the first language of a domain, the code for others.",
    ),
  origin: z
    .string()
    .refine(isOrigin, "an origin such as https://www.example.fr, without a path or a slash at the end")
    .optional()
    .describe(
      "Domain of the language's own: links across are absolute, and `out/` has a folder for each domain (docs/languages.md).",
    ),
  dimension: z
    .string()
    .optional()
    .describe("Dimension of datasources with the language's values. Default: the code; none for the first language."),
  formats: z
    .string()
    .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'a BCP 47 tag, such as "en-GB"')
    .optional()
    .describe("BCP 47 tag with a region for written dates and og:locale. Default: the locale."),
  fallback: z
    .union([name, z.array(name), z.literal(false)], {
      error: 'a language code, a list of them, or false, such as "pt", ["pt", "es"] or false',
    })
    .optional()
    .describe(
      "Languages whose text is shown where this one has none; the default language's where they have none either. `false`: a story without text in this language has no page in it (docs/languages.md). Not set: the default language's text, as if it were this one's.",
    ),
  space: z
    .string()
    .regex(/^[a-z][a-z0-9_]*$/, 'a name of lower-case letters and digits, such as "ch"')
    .optional()
    .describe(
      "Name of a space of its own with the language's stories, datasources and global story; its tokens are STORYBLOK_TOKEN_<NAME> and so on (docs/languages.md). Languages with the same name share the space. Default: the site's main space.",
    ),
});
