import type { Config } from "../../config/config.ts";
import { openSite } from "../../generate/open-site.ts";
import { formsOf } from "../../generate/site-settings.ts";
import type { Reporter } from "../../problems/reporter.ts";
import { createFormEndpoint, createMessageStore, type FormEndpoint } from "./form-endpoint.ts";

interface OpenOptions {
  config: Config;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  headers: Readonly<Record<string, string>>;
  reporter: Pick<Reporter, "info" | "warn">;
}

/** Answers the forms of the definition that post to a path of the site. It is read when something is posted. */
export function openFormEndpoint(options: OpenOptions): FormEndpoint {
  const { config, out, stateDir, headers, reporter } = options;
  const store = createMessageStore(stateDir);
  const open = async () => {
    const { site } = await (await openSite(config, stateDir)).load();
    return createFormEndpoint({
      forms: formsOf(site, config),
      out,
      base: config.site.base,
      headers,
      store,
      onMessage: (form) => reporter.info(`A message from the form "${form}": ${store.file}`),
      onFailure: reporter.warn,
    });
  };
  let opening: Promise<FormEndpoint> | null = null;
  return async (request, response, folder) => {
    if (request.method !== "POST") return false;
    opening ??= open();
    const endpoint = await opening.catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return endpoint(request, response, folder);
  };
}
