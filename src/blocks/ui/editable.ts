/** The visual editor's marker as attributes; nothing outside a draft. */
export interface EditableAttributes {
  "data-blok-c"?: string;
  "data-blok-uid"?: string;
}

const MARKER = /^<!--#storyblok#(.*)-->$/s;

/**
 * Reads a draft block's `_editable` comment into the two attributes that the editor's bridge looks for,
 * as the service's own SDK does. A damaged marker gives no attributes.
 */
export function editable(block: { _editable?: string }): EditableAttributes {
  const json = MARKER.exec(block._editable ?? "")?.[1];
  if (!json) return {};
  try {
    const options = JSON.parse(json) as { id?: unknown; uid?: unknown };
    return { "data-blok-c": JSON.stringify(options), "data-blok-uid": `${options.id}-${options.uid}` };
  } catch {
    return {};
  }
}
