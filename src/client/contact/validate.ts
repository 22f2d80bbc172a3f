export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What is wrong with a control, as the name of the word that says so; null when nothing is. */
export function validationFault(control: Pick<Control, "type" | "validity">): string | null {
  const { validity, type } = control;
  if (validity.valid) return null;
  if (validity.valueMissing) return type === "checkbox" ? "form_unchecked" : "form_missing";
  return type === "email" ? "form_wrong_email" : "form_wrong";
}

/** Shows or takes away the message at the end of a control's own box. */
export function showControlError(control: Control, message: string): void {
  const id = `${control.id || control.name}-error`;
  const shown = document.getElementById(id);
  if (message === "") {
    shown?.remove();
    control.removeAttribute("aria-invalid");
    control.removeAttribute("aria-describedby");
    return;
  }
  const text = shown ?? Object.assign(document.createElement("p"), { id, className: "field__error" });
  text.textContent = message;
  control.setAttribute("aria-invalid", "true");
  control.setAttribute("aria-describedby", id);
  if (!shown) control.closest("div")?.append(text);
}
