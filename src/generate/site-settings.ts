import type { Config } from "../config/config.ts";
import type { DateFormat } from "../site/api/payload.ts";
import type { SiteSettings } from "../site/api/site-settings.ts";
import { actionOf, type FormDefinition } from "../site/forms/define-form.ts";
import type { Language, Languages } from "../site/languages.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";

/** The site settings that pages are rendered with. */
export function siteSettings(config: Config, options: { definition: ResolvedSite; badgeImage: string }): SiteSettings {
  const { site, preview } = config;
  const { definition } = options;
  const { consent } = definition;
  const [first] = definition.languages;
  return {
    languages: withRegions(definition.languages),
    environment: config.environment,
    origin: site.origin ?? first.origin,
    base: site.base,
    companyName: site.companyName ?? "",
    platformName: site.platformName ?? "",
    badge: site.badge ? { ...site.badge, image: options.badgeImage } : null,
    contactEndpoint: contactAddress(config),
    bridgeUrl: preview.bridgeUrl,
    consent: consent && { categories: consent.categories.map(({ code }) => code), embeds: consent.embeds },
    previewEditorOrigins: [...preview.editorOrigins],
  };
}

/** Where the contact form posts to: a URL, or a path of the site including the base path. */
export function contactAddress({ contact, site }: Pick<Config, "contact" | "site">): string {
  const { endpoint = "" } = contact;
  return endpoint.startsWith("/") ? site.base + endpoint.slice(1) : endpoint;
}

/**
 * How a language writes dates, from Node's Intl data. It is computed at build time and passed as data, because a
 * browser's tables may differ.
 */
export function dateFormat({ formats }: Pick<Language, "formats">): DateFormat {
  const format = new Intl.DateTimeFormat(formats, { dateStyle: "long", timeZone: "UTC", calendar: "gregory" });
  const partsOf = (month: number) => format.formatToParts(new Date(Date.UTC(2025, month, 4)));
  const months = Array.from(
    { length: 12 },
    (_, month) => partsOf(month).find(({ type }) => type === "month")?.value ?? "",
  );
  const pattern = partsOf(2)
    .map(({ type, value }) => (SLOTS.has(type) ? `{${type}}` : value))
    .join("");
  const digits = [...new Intl.NumberFormat(formats, { useGrouping: false }).format(9876543210)].reverse();
  return { months, pattern, ...(digits[1] !== "1" && { digits }) };
}

const SLOTS: ReadonlySet<string> = new Set(["day", "month", "year"]);

/** Languages whose formats name a region, which og:locale needs: the most likely one if the definition names none. */
export function withRegions([first, ...others]: Languages): Languages {
  const complete = (language: Language): Language => {
    const { language: code, region } = new Intl.Locale(language.formats).maximize();
    return { ...language, formats: region ? `${code}-${region}` : language.formats };
  };
  return [complete(first), ...others.map(complete)];
}

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
