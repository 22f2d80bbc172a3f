/** Of another kind of element, the properties of the others are undefined. */
type Field = HTMLInputElement & {
  options?: HTMLOptionsCollection;
  /** React's own: what React last saw of it. */
  _valueTracker?: { setValue(value: string): void };
};

/**
 * Tells React which fields the visitor has changed before hydration, or the browser has restored; the returned function
 * does. React takes what it finds in a field for what it has rendered, so it would not report the change, and undo it
 * with the next render.
 */
export function takeChangedFields(root: Element): () => void {
  const fields = [...root.querySelectorAll<Field>("input,select,textarea")].filter(isChanged);
  return () => {
    const changes = fields.filter(isAnswer).map(changeOf);
    // The one with the focus first: no render undoes it before React knows it, so that it keeps its caret.
    changes.sort((a, b) => Number(b.field === document.activeElement) - Number(a.field === document.activeElement));
    for (const change of changes) tell(change);
  };
}

function isChanged({ type, options, multiple, value, checked, defaultValue, defaultChecked }: Field): boolean {
  if (options) {
    const all = [...options];
    const isPreset = all.some((option) => option.defaultSelected) || multiple;
    return isPreset ? all.some((option) => option.selected !== option.defaultSelected) : !all[0]?.selected;
  }
  // Without a default, these have one of the browser's.
  if (/^(?:color|range)$/.test(type) && defaultValue === "") return false;
  return value !== defaultValue || checked !== defaultChecked;
}

/** Of radio buttons, only the chosen one says something. */
function isAnswer({ type, checked }: Field): boolean {
  return type !== "radio" || checked;
}

type Change = ReturnType<typeof changeOf>;

function changeOf(field: Field) {
  return /^(?:checkbox|radio)$/.test(field.type)
    ? ({ field, name: "checked", value: field.checked, before: field.defaultChecked, types: ["click"] } as const)
    : ({ field, name: "value", value: field.value, before: field.defaultValue, types: ["input", "change"] } as const);
}

function tell({ field, name, value, before, types }: Change): void {
  // A render for another field may have undone it. A file field, which none undoes, cannot be set.
  if (field[name] !== value) Object.assign(field, { [name]: value });
  field._valueTracker?.setValue(String(before));
  // For checkboxes, React listens for clicks. One that is no mouse event does nothing by itself.
  for (const type of types) field.dispatchEvent(new Event(type, { bubbles: true }));
}
