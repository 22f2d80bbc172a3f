/** Checks the schema of a block, which a site in JavaScript may write in any shape. Node only. */
import * as z from "zod";
import { closestMatch } from "../validation/did-you-mean.ts";
import { schemaErrors } from "../validation/schema-errors.ts";
import type { Field } from "./blocks/fields.ts";
import { fn } from "./schema-layout.ts";

const names = z.array(z.string());
const ofService = z.record(z.string(), z.unknown()).optional();

/** The key that fields of a type cannot do without, with what gives it. */
const NEEDS: { readonly [T in Field["type"]]?: readonly [key: string, made: string] } = {
  option: ["values", 'option(["a", "b"]), or option([]) for any value'],
  options: ["values", 'options(["a", "b"]), or options([]) for any value'],
  datasource: ["source", 'datasource("name")'],
  datasources: ["source", 'datasources("name")'],
  relation: ["to", 'relation("component"), or relation("") for any story'],
  relations: ["to", 'relations("component"), or relations("") for any story'],
  plugin: ["fieldType", 'plugin("name")'],
  section: ["keys", 'section(["field"])'],
  tab: ["keys", 'tab(["field"])'],
};

const TYPES = [
  ...["text", "textarea", "richtext", "markdown", "number", "boolean", "datetime", "multilink", "table", "language"],
  ...["languages", "asset", "multiasset", "blocks", "story", "stories", ...Object.keys(NEEDS)],
];

const field = z.strictObject({
  type: z.enum(TYPES),
  required: z.boolean().optional(),
  translatable: z.boolean().optional(),
  description: z.string().optional(),
  displayName: z.string().optional(),
  editor: ofService,
  filetypes: names.optional(),
  decorative: z.boolean().optional(),
  values: z
    .array(z.union([z.string(), z.object({ name: z.string(), value: z.string() })], "a text or { name, value }"))
    .optional(),
  source: z.string().optional(),
  to: z.string().optional(),
  of: z.unknown().optional(), // checkBlocks knows the blocks
  fieldType: z.string().optional(),
  read: fn.optional(),
  keys: names.optional(),
});

const block = z.strictObject({
  name: z.string(),
  kind: z.enum(["page", "section", "part", "item", "global"]),
  description: z.string().optional(),
  hydrate: z.union([z.boolean(), names], "true or a list of fields").optional(),
  kept: z.record(z.string(), names).optional(),
  late: names.optional(),
  head: fn.optional(),
  editor: ofService,
  fields: z.record(z.string(), field),
});

type Issue = z.core.$ZodIssue;

/** Of unknown keys, those that are nearly a known one: a site may note more of its own. */
function withMisspelt(issue: Issue): Issue {
  if (issue.code !== "unrecognized_keys") return issue;
  const known = Object.keys((issue.path.length === 0 ? block : field).shape);
  return { ...issue, keys: issue.keys.filter((key) => closestMatch(key, known) !== undefined) };
}

/** One sentence for each fault. */
export function blockFaults(schema: { readonly fields: Readonly<Record<string, Field>> }): string[] {
  const { error } = block.safeParse(schema, { reportInput: true });
  const faults = schemaErrors(block, error?.issues.map(withMisspelt) ?? []);
  if (faults.length > 0) return faults;
  return Object.entries(schema.fields).flatMap(([name, one]) => {
    const [key = "type", made] = NEEDS[one.type] ?? [];
    return key in one && one[key as keyof Field] !== undefined
      ? []
      : [`The field "${name}" lacks what it takes: ${made}.`];
  });
}
