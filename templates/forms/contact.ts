import { defineForm } from "sitegen-storyblok/forms";

export const contact = defineForm({
  name: "contact",
  fields: {
    name: { type: "text", label: "Name", required: true, autoComplete: "name" },
    email: { type: "email", label: "Email", required: true, autoComplete: "email" },
    message: { type: "textarea", label: "Message", required: true },
  },
});
