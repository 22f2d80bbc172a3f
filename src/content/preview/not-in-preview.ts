/**
 * Thrown by the preview's reader for data that only a build has; the block then keeps the data it was published with.
 */
export class NotInPreview extends Error {}

/** The data of the block with this `_uid` anywhere in a page; undefined if there is none. */
export function dataOfBlock(value: unknown, uid: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if ("_uid" in value && value._uid === uid && "data" in value) return value.data;
  for (const field of Object.values(value)) {
    const found = dataOfBlock(field, uid);
    if (found !== undefined) return found;
  }
  return undefined;
}
