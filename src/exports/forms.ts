/** Forms: their declaration, and what answers them on a server, without Node's modules. */

export {
  createFormHandler,
  type FormHandler,
  type FormHandlerOptions,
  type FormMessage,
  type FormSender,
} from "../forms/form-handler.ts";
export { nodeListener } from "../forms/node-listener.ts";
export { webhook } from "../forms/webhook.ts";
export type { FormFaults, FormValues } from "../site/forms/check-values.ts";
export { defineForm, type FormDefinition, type FormField, type FormOption } from "../site/forms/define-form.ts";
