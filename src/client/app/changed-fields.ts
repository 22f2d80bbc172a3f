/** An input, select or textarea; a property that its element does not have is undefined. */
type Field = HTMLInputElement & {
  options?: HTMLOptionsCollection;
  /** Where React keeps the value that it knows of the field. */
  _valueTracker?: { setValue(value: string): void };
};

/**
 * Finds the fields that the visitor has changed, or the browser has restored, before hydration. The returned function,
 * called after it, reports them to React, which otherwise believes that it has rendered the values it finds: it would
 * call no `onChange` and restore its own values with the next render.
 */
export function takeChangedFields(root: Element): () => void {
  const fields = [...root.querySelectorAll<Field>("input,select,textarea")].filter(isChanged);
  return () => {
    const changes = fields.filter(isAnswer).map(changeOf);
    // The focused field is first: a render for another one would set its value, and so move its caret.
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
  // Without a default value the browser has one of its own.
  if (/^(?:color|range)$/.test(type) && defaultValue === "") return false;
  return value !== defaultValue || checked !== defaultChecked;
}

/** Of a group of radio buttons, only the chosen one is reported. */
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
  // A render for another field may have replaced the value. That of a file field is never replaced, and cannot be set.
  if (field[name] !== value) Object.assign(field, { [name]: value });
  field._valueTracker?.setValue(String(before));
  // React listens for clicks on checkboxes. A click that is no MouseEvent does not toggle the box.
  for (const type of types) field.dispatchEvent(new Event(type, { bubbles: true }));
}
