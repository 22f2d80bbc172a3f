import type { Shared } from "../../content/payload.ts";

const FORM = "form[data-contact-form]";

/** Loads what serves a contact form when the visitor turns to one. */
export function watchForms(shared: () => Shared): void {
  const onFocus = (target: EventTarget | null) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>(FORM) : null;
    if (!form?.getAttribute("action")) return;
    import("./enhance-form.ts")
      .then(({ enhanceForm }) => enhanceForm(form, shared()))
      // Without the chunk the browser validates and posts the form by itself.
      .catch(() => undefined);
  };
  document.addEventListener("focusin", (event) => onFocus(event.target));
  onFocus(document.activeElement);
}
