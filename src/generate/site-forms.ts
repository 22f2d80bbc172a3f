import type { Config } from "../config/config.ts";
import { actionOf, type FormDefinition } from "../content/forms/define-form.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/** The site's forms. The one called `contact` posts to where the configuration says. */
export function formsOf(
  { forms = [] }: Pick<ResolvedSite, "forms">,
  { contact }: Pick<Config, "contact">,
): FormDefinition[] {
  const { endpoint } = contact;
  return forms.map((form) => (form.name === "contact" && endpoint ? { ...form, action: endpoint } : form));
}

/** URLs on other hosts that forms post to, for the security policy. */
export function foreignActions(...given: Parameters<typeof formsOf>): string[] {
  const actions = [...formsOf(...given).map(actionOf), given[1].contact.endpoint ?? ""];
  return actions.filter((action) => /^https?:/.test(action));
}
