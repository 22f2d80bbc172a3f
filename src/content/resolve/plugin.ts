import { messageOf } from "../../problems/cause.ts";
import { isEmpty, isRecord } from "../../site/blocks/field-values.ts";
import type { Field } from "../../site/blocks/fields.ts";
import { requirePlain } from "../rules/plain-json.ts";
import type { ResolveContext } from "./context.ts";
import { isBlock } from "./is-block.ts";
import { valueShape } from "./value-shape.ts";

/**
 * Passes a plugin field through the site's reader. If the reader fails, the error is reported and the field is empty.
 */
export function resolvePlugin(
  raw: unknown,
  field: Field & { type: "plugin" },
  { reader }: Pick<ResolveContext, "reader">,
  path: string,
): unknown {
  if (isEmpty(raw)) return null;
  const report = (message: string) =>
    reader.problem({
      severity: "warning",
      code: "CONTENT_WRONG_SHAPE",
      message: `The field of the plugin "${field.fieldType}" ${message}; it is treated as empty.`,
      path,
      hint: "Open the story and save the field again, or correct the field's reader in the block's schema.",
    });
  // A plugin may store anything, such as a text; a reader takes an object.
  if (field.read && !isRecord(raw)) {
    report(`holds ${valueShape(raw)}, but its reader takes an object`);
    return null;
  }
  try {
    // Through JSON, as which the browser receives the payload.
    const value = field.read && isRecord(raw) ? field.read(raw) : raw;
    requirePlain(value, "its reader");
    return JSON.parse(JSON.stringify(value, withoutBlocks) ?? "null");
  } catch (cause) {
    report(`cannot be read: ${messageOf(cause)}`);
    return null;
  }
}

/**
 * What looks like one of the site's blocks would be taken for one, though its fields were not read: its `head` would be
 * called with them, and its code loaded.
 */
function withoutBlocks(_key: string, part: unknown): unknown {
  return typeof part === "object" && part !== null && isBlock(part) ? { ...part, _uid: undefined } : part;
}
