import type { Shared } from "../../content/payload.ts";

const FORM = "form[data-contact-form]";

/** Loads the contact form's code when the visitor focuses one. */
export function watchForms(shared: () => Shared): void {
  const onFocus = (target: EventTarget | null) => {
    const form = target instanceof Element ? target.closest<HTMLFormElement>(FORM) : null;
    if (!form?.getAttribute("action")) return;
    import("./enhance-form.ts")
      .then(({ enhanceForm }) => enhanceForm(form, shared()))
      // Without it, the browser validates and posts the form.
      .catch(() => undefined);
  };
  document.addEventListener("focusin", (event) => onFocus(event.target));
  onFocus(document.activeElement);
}
