import { defineForm } from "../../site/forms/define-form.ts";

/** The contact form, in the page and in the overlay. */
export const contact = defineForm({
  name: "contact",
  action: "/contact-form",
  minSeconds: 0,
  fields: {
    name: { type: "text", required: true, autoComplete: "name", maxLength: 200 },
    email: { type: "email", required: true, autoComplete: "email" },
    company: { type: "text", autoComplete: "organization", maxLength: 200 },
    phone: { type: "tel", autoComplete: "tel" },
    message: { type: "textarea", required: true, rows: 8 },
    consent: { type: "checkbox", required: true },
  },
});
