export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The key of the error message for a control; null if it is valid. */
export function validationFault(control: Pick<Control, "type" | "validity">): string | null {
  const { validity, type } = control;
  if (validity.valid) return null;
  if (validity.valueMissing) return type === "checkbox" ? "form_unchecked" : "form_missing";
  return type === "email" ? "form_wrong_email" : "form_wrong";
}

/** Shows or removes the message at the end of a control's box. */
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
