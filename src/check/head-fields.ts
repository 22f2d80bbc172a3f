import { createProblem, type Problem } from "../problems/problem.ts";
import type { Block } from "../site/api/payload.ts";
import type { BlockSchema } from "../site/blocks/fields.ts";
import { fieldOf } from "../site/blocks/head-text.ts";
import type { PageType, ResolvedSite } from "../site/resolve-site.ts";

/** The fields of one page for its title and description: those of its type that its component has. */
export interface HeadFieldsOfPage {
  title: readonly string[];
  description: readonly string[];
}

/** A resolved block has all fields of its schema, including empty ones. */
export function headFieldsOf(page: Block, type: PageType | undefined): HeadFieldsOfPage {
  // The function may use any field.
  if (type?.headTags) return { title: [], description: [] };
  const existing = (names: readonly string[] = []) => names.filter((name) => Object.hasOwn(page, fieldOf(name)));
  return { title: existing(type?.head.title), description: existing(type?.head.description) };
}

/** Page types without a field for a title or a description; reported once per type. */
export function checkHeadFields(
  { pageTypes }: Pick<ResolvedSite, "pageTypes">,
  schemaOf: (component: string) => BlockSchema | undefined,
): Problem[] {
  return Object.entries(pageTypes).flatMap(([name, { head, headTags }]) => {
    if (headTags) return [];
    const fields = schemaOf(name)?.fields ?? {};
    return (["title", "description"] as const)
      .filter((part) => !head[part].some((field) => Object.hasOwn(fields, fieldOf(field))))
      .map((part) => missing(name, part, head[part]));
  });
}

const SUBSTITUTES = {
  title: "its pages use the names of their stories",
  description: "search engines choose a text of the page themselves",
};

function missing(name: string, part: keyof typeof SUBSTITUTES, fields: readonly string[]): Problem {
  return createProblem("info", "CHECK_HEAD_FIELD_MISSING", {
    message: `The page type "${name}" has no field for a ${part} (${fields.join(", ")}), so ${SUBSTITUTES[part]}.`,
    hint: `Name one of its fields at "pageTypes", "${name}", "head.${part}" in the site definition.`,
  });
}
