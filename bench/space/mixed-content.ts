/** Content for any block, generated from its fields, so that a space uses every block of a site. */
import type { BlockRef, BlockSchema, Field } from "../../src/site/blocks/fields.ts";
import type { StoredContent } from "../../src/space/model.ts";
import { syntheticDrawing } from "./synthetic-content.ts";
import { bilingualRichText, multilink, type Writer } from "./synthetic-writer.ts";

/** What a story may refer to, and its position in the space. */
export interface Surroundings {
  writer: Writer;
  spaceId: number;
  /** Component name of a schema. */
  componentOf(schemaName: string): string;
  /** Uuid of a story of the page type, close to this one if there are many; "" if there is none. */
  storyOf(pageType: string): string;
  /** Values of a datasource. */
  valuesOf(source: string): readonly string[];
  /** Fields with a fixed value: field name to value, by component. */
  fixed: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Fields whose text is a URL or a person's name. */
const PLAIN: Readonly<Record<string, string>> = {
  anchor_id: "",
  embed_url: "",
  email: "someone@bench.example",
  phone: "+49 30 000000",
  linkedin: "",
  year: "2024",
};
const ITEMS = 2;
const PARAGRAPHS = 2;

/** A block with all fields of its schema filled. */
export function mixedBlock(schema: BlockSchema, around: Surroundings): StoredContent {
  const fields: Record<string, unknown> = {};
  const fixed = around.fixed[schema.name] ?? {};
  for (const [name, field] of Object.entries(schema.fields)) {
    if (name in fixed) fields[name] = fixed[name];
    else Object.assign(fields, mixedField(name, field, around));
  }
  return around.writer.block(around.componentOf(schema.name), fields);
}

/** A field with its name, and its translation if it has one. */
function mixedField(name: string, field: Field, around: Surroundings): Record<string, unknown> {
  const { writer, spaceId } = around;
  const drawing = () => syntheticDrawing({ index: writer.below(8), spaceId });
  switch (field.type) {
    case "text":
      return name in PLAIN ? { [name]: PLAIN[name] } : textField(name, field, 4, writer);
    case "textarea":
    case "markdown":
      return textField(name, field, 16, writer);
    case "richtext":
      return bilingualRichText(
        writer,
        [around.storyOf("Insights"), around.storyOf("Page")],
        1 + writer.below(PARAGRAPHS),
        name,
      );
    case "number":
      return { [name]: String(1 + writer.below(4)) };
    case "boolean":
      return { [name]: name !== "noindex" && writer.below(2) === 0 };
    case "datetime":
      return { [name]: "" };
    case "multilink":
      return { [name]: multilink(around.storyOf("Page")) };
    case "asset":
      return { [name]: field.filetypes.includes("images") ? drawing() : null };
    case "multiasset":
      return { [name]: Array.from({ length: ITEMS }, drawing) };
    case "option":
      return {
        [name]: writer.oneOf(field.values.map((choice) => (typeof choice === "string" ? choice : choice.value))),
      };
    case "datasource":
      return { [name]: writer.oneOf(around.valuesOf(field.source)) };
    case "datasources":
      return { [name]: [...new Set([1, 2].map(() => writer.oneOf(around.valuesOf(field.source))))] };
    case "relation":
      return { [name]: around.storyOf(field.to) };
    case "relations":
      return { [name]: [...new Set(Array.from({ length: ITEMS }, () => around.storyOf(field.to)))] };
    case "blocks":
      return { [name]: field.of === "section" ? [] : innerBlocks(field.of, around) };
    default:
      return {}; // kinds of fields that no block of the bench has
  }
}

function textField(name: string, { translatable }: Field, count: number, writer: Writer): Record<string, unknown> {
  const both = writer.both(name, count);
  return translatable ? both : { [name]: both[name] };
}

/**
 * Several of the only kind that fits, or one of each. Blocks given by name may contain their own kind and are skipped.
 */
function innerBlocks(refs: readonly BlockRef[], around: Surroundings): StoredContent[] {
  const schemas = refs.filter((ref) => typeof ref !== "string");
  const [only] = schemas;
  if (schemas.length === 1 && only?.name === "Link") return [mixedBlock(only, around)];
  if (schemas.length === 1 && only) return Array.from({ length: ITEMS }, () => mixedBlock(only, around));
  return schemas.slice(0, ITEMS).map((schema) => mixedBlock(schema, around));
}
