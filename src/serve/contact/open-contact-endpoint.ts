import type { Config } from "../../config/config.ts";
import { openSite } from "../../generate/open-site.ts";
import { contactAddress } from "../../generate/site-settings.ts";
import type { Reporter } from "../../problems/reporter.ts";
import { wordsOf as allWords } from "../../site/words.ts";
import { createContactEndpoint } from "./contact-endpoint.ts";
import type { Words } from "./form-error-page.ts";
import { createMessageStore } from "./message-store.ts";

export interface ContactOptions {
  config: Config;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  headers: Readonly<Record<string, string>>;
  reporter: Pick<Reporter, "info">;
}

/** Handles the contact form if the configuration has it post to a path of the site; otherwise null. */
export function openContactEndpoint(options: ContactOptions): ReturnType<typeof createContactEndpoint> | null {
  const { config, out, stateDir, headers, reporter } = options;
  if (!config.contact.endpoint?.startsWith("/")) return null;
  const store = createMessageStore(stateDir);
  return createContactEndpoint({
    path: contactAddress(config),
    out,
    base: config.site.base,
    headers,
    store,
    wordsOf: (lang) => wordsOf(lang, options),
    onMessage: () => reporter.info(`A message from the contact form: ${store.file}`),
  });
}

async function wordsOf(lang: string, { config, stateDir }: ContactOptions): Promise<Words> {
  const { site } = await (await openSite(config, stateDir)).load();
  const language = site.languages.find(({ locale }) => locale === lang) ?? site.languages[0];
  return allWords(site.words[language.code], () => "");
}
