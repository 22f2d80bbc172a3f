/** Longest values in characters; the form's fields have the same limits. */
export const LIMITS = { name: 200, email: 254, company: 200, phone: 60, message: 5000 } as const;

const REQUIRED = ["name", "email", "message", "consent"];
/** Most additional fields of a site's form. */
const MAX_OTHERS = 20;
const OTHER_LENGTH = 1000;
/** Fields about the form itself, the honeypot, and the time, which is the server's to say. */
const OWN = new Set(["page", "form", "website", "received"]);

/** As validated by an HTML email field, with a dot required in the domain. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)+$/i;

/** Invalid fields, each with the key of the interface word for its error. */
export type FormErrors = Readonly<Record<string, string>>;

/** Validates a message like the browser does, since requests may not come from the form. */
export function checkMessage(fields: ReadonlyMap<string, string>): FormErrors {
  // A map, since a field may be called `__proto__`.
  const errors = new Map<string, string>();
  for (const name of REQUIRED) {
    if (!fields.get(name)?.trim()) errors.set(name, name === "consent" ? "form_unchecked" : "form_missing");
  }
  const email = fields.get("email")?.trim();
  if (email && !EMAIL.test(email)) errors.set("email", "form_wrong_email");
  for (const [name, value] of fields) if (value.length > lengthOf(name)) errors.set(name, "form_wrong");
  const others = [...fields.keys()].filter((name) => !(isLimited(name) || OWN.has(name) || name === "consent"));
  for (const name of others.slice(MAX_OTHERS)) errors.set(name, "form_wrong");
  return Object.fromEntries(errors);
}

/** The message without fields about the form itself and without empty fields. */
export function messageOf(fields: ReadonlyMap<string, string>): Record<string, string> {
  const own = [...fields].filter(([name]) => !OWN.has(name));
  return Object.fromEntries(own.map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ""));
}

function lengthOf(name: string): number {
  return isLimited(name) ? LIMITS[name] : OTHER_LENGTH;
}

function isLimited(name: string): name is keyof typeof LIMITS {
  return Object.hasOwn(LIMITS, name);
}
