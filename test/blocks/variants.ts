/** Every block in extreme states: empty, and with hostile content. Derived from the schemas. */
import type { CardData } from "../../src/blocks/card.ts";
import type { Block } from "../../src/site/api/payload.ts";
import type { BlockSchema, Field } from "../../src/site/blocks/fields.ts";
import { components, data as dataOf, schemas } from "../helpers/sample-blocks.ts";
import { card, image, link, rich, stubReader } from "./fixtures.ts";
import { complete } from "./render.tsx";

/** Blocks with components that a page's body accepts. */
export const inBodies = schemas.filter(
  (schema) => Object.hasOwn(components, schema.name) && (schema.kind === "section" || schema.kind === "part"),
);

const HOSTILE = `"><script>alert('x')</script><img src=x onerror=alert(1)>{{x}}\u0000`;

/** A block whose texts are attacks, and whose numbers and lists are extreme. */
export function hostile(schema: BlockSchema, depth = 0): Block {
  const block: Block = { component: schema.name, _uid: `${schema.name}"'<-${depth}` };
  for (const [name, field] of Object.entries(schema.fields)) block[name] = hostileValue(field, depth);
  return withData(block, [hostileCard()]);
}

function hostileValue(field: Field, depth: number): unknown {
  switch (field.type) {
    case "text":
    case "textarea":
    case "datetime":
      return HOSTILE;
    case "richtext":
      return rich(HOSTILE, `## ${HOSTILE}`);
    case "number":
      return -1e21;
    case "boolean":
      return true;
    case "option":
      return field.values.at(-1);
    case "multilink":
      return link(`https://x.example/?q=${HOSTILE}`);
    case "asset":
      return field.filetypes.includes("images")
        ? hostileImage()
        : { src: `/f?${HOSTILE}`, name: HOSTILE, title: HOSTILE };
    case "multiasset":
      return [hostileImage(), hostileImage()];
    case "datasource":
      return { value: HOSTILE, label: HOSTILE };
    case "datasources":
      return [{ value: HOSTILE, label: HOSTILE }];
    case "relation":
      return hostileCard();
    case "relations":
      return [hostileCard()];
    case "blocks":
      return field.of === "section" || depth > 2
        ? []
        : field.of.flatMap((ref) => (typeof ref === "string" ? [] : hostile(ref, depth + 1)));
    default:
      throw new Error(`No block of the sample has a field of the type ${field.type}: say what is hostile in it.`);
  }
}

const hostileImage = () => image(1, 0, -5, { alt: HOSTILE, title: HOSTILE, copyright: HOSTILE, focus: "50% 50%" });
const hostileCard = () => card(HOSTILE, { text: HOSTILE, href: `/x/?${HOSTILE}`, author: HOSTILE });

/** A block with its data function's result for some cards. */
export function withData(block: Block, cards: CardData[]): Block {
  const data = dataOf[block.component]?.(block, stubReader(cards), null);
  return data === undefined ? block : { ...block, data };
}

/** A block as an editor has just added it. */
export const bare = (schema: BlockSchema): Block =>
  withData(complete({ component: schema.name, _uid: `bare-${schema.name}` }), []);
