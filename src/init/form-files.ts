/** What answers a site's forms on a host, with its file and its template. */
export const FORM_FILES = {
  netlify: { path: "netlify/functions/forms.ts", template: "forms/netlify.ts" },
  cloudflare: { path: "functions/forms/[name].ts", template: "forms/cloudflare.ts" },
  node: { path: "forms-server.mjs", template: "forms/node.mjs" },
} as const;

/** The form that they answer. */
export const FORM_ITSELF = { path: "forms/contact.ts", template: "forms/contact.ts" } as const;

export type FormHost = keyof typeof FORM_FILES;
