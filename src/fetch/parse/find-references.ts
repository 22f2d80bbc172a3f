const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const UUID_LENGTH = 36;
/** Keys whose uuid identifies the object itself: a block, or a rich text node with embedded blocks. */
const OWN = new Set(["_uid", "id"]);

/**
 * Notes every story that a story's content refers to, found without schemas: story links by id, rich text links by uuid,
 * and any other field whose text is a uuid, which is how relation fields are stored.
 */
export function findReferences(content: unknown, found: Set<string>): void {
  if (typeof content === "string") {
    // A uuid cut from a response keeps the whole response in memory; a copy does not.
    if (isUuid(content) && !found.has(content)) found.add(Buffer.from(content).toString());
    return;
  }
  if (typeof content !== "object" || content === null) return;
  if (Array.isArray(content)) {
    for (const item of content) findReferences(item, found);
    return;
  }
  if ("linktype" in content) {
    findReferences(linkTarget(content), found);
    return;
  }
  // A field plugin's value has its own format, and an asset does not refer to a story.
  if ("plugin" in content || ("fieldtype" in content && content.fieldtype === "asset")) return;
  const fields = content as Record<string, unknown>;
  for (const key of Object.keys(fields)) if (!OWN.has(key)) findReferences(fields[key], found);
}

function isUuid(text: string): boolean {
  return text.length === UUID_LENGTH && UUID.test(text);
}

function linkTarget(link: { linktype: unknown; id?: unknown; uuid?: unknown }): unknown {
  if (link.linktype !== "story") return null;
  return link.uuid || link.id;
}
