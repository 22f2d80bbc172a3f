/** Forms: their declaration, and what answers them on a server, without Node's modules. */
export type { FormFaults, FormValues } from "../content/forms/check-values.ts";
export { defineForm, type FormDefinition, type FormField, type FormOption } from "../content/forms/define-form.ts";
export {
  createFormHandler,
  type FormHandler,
  type FormHandlerOptions,
  type FormMessage,
  type FormSender,
} from "../forms/form-handler.ts";
export { nodeListener } from "../forms/node-listener.ts";
export { webhook } from "../forms/webhook.ts";
