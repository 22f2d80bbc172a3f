/** Attributes of a block's root element: the hydration mark, and in a draft the editor's marker. */
export interface EditableAttributes {
  "data-block"?: string;
  "data-blok-c"?: string;
  "data-blok-uid"?: string;
}

const MARKER = /^<!--#storyblok#(.*)-->$/s;

/**
 * Attributes of a block's root element, by which editors click it in the visual editor and hydration finds it. In a draft
 * the block's `_editable` comment becomes the two attributes that the editor's bridge looks for, as in the service's own
 * SDK; an invalid comment is ignored. The mark identifies an element whose markup is kept.
 *
 * @example
 * export const Quote = (props: Block & { text: string }) => <blockquote {...editable(props)}>{props.text}</blockquote>;
 */
export function editable(block: { _mark?: string; _editable?: string }): EditableAttributes {
  const mark = block._mark ? { "data-block": block._mark } : {};
  return block._editable ? { ...mark, ...marker(block._editable) } : mark;
}

function marker(comment: string): EditableAttributes {
  const json = MARKER.exec(comment)?.[1];
  if (!json) return {};
  try {
    const options = JSON.parse(json) as { id?: unknown; uid?: unknown };
    return { "data-blok-c": JSON.stringify(options), "data-blok-uid": `${options.id}-${options.uid}` };
  } catch {
    return {};
  }
}
