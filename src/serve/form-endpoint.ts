import { appendFile, mkdir, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { createFormHandler, type FormHandler, type FormMessage } from "../forms/form-handler.ts";
import { nodeListener } from "../forms/node-listener.ts";
import { openSite } from "../generate/open-site.ts";
import { formsOf } from "../generate/site-settings.ts";
import { messageOf } from "../problems/cause.ts";
import type { Reporter } from "../problems/reporter.ts";
import type { FormDefinition } from "../site/forms/define-form.ts";
import { getOrInsert } from "../util/get-or-insert.ts";
import { createLazyValue } from "../util/lazy-value.ts";
import { filesIn } from "./open-file.ts";
import { readPublished } from "./request-path.ts";

export interface FormEndpointOptions {
  forms: readonly FormDefinition[];
  /** The output folder with the forms' pages; the parent of the domains' folders if there are several. */
  out: string;
  base: string;
  headers: Readonly<Record<string, string>>;
  store: MessageStore;
  onMessage: (form: string) => void;
  onFailure: (message: string) => void;
  now?: () => number;
}

/** Answers a post to a form; false for any other request. `folder` is the requested domain's. */
export type FormEndpoint = (request: IncomingMessage, response: ServerResponse, folder?: string) => Promise<boolean>;

/** Answers the forms of the definition that post to a path of the site. It is read when something is posted. */
export function openFormEndpoint(options: {
  config: Config;
  /** Absolute paths. */
  out: string;
  stateDir: string;
  headers: Readonly<Record<string, string>>;
  reporter: Pick<Reporter, "info" | "warn">;
}): FormEndpoint {
  const { config, out, stateDir, headers, reporter } = options;
  const store = createMessageStore(stateDir);
  const endpoint = createLazyValue(async () => {
    const { site } = await (await openSite(config, stateDir)).load();
    const onMessage = (form: string) => reporter.info(`A message from the form "${form}": ${store.file}`);
    const { base } = config.site;
    return createFormEndpoint({
      forms: formsOf(site, config),
      out,
      base,
      headers,
      store,
      onMessage,
      onFailure: reporter.warn,
    });
  });
  return async (request, response, folder) =>
    request.method === "POST" && (await endpoint.get())(request, response, folder);
}

/** Answers posts to some forms and keeps what they are sent. */
export function createFormEndpoint(options: FormEndpointOptions): FormEndpoint {
  const { forms, out, base, headers, store, onMessage, onFailure, now } = options;
  const handlers = new Map<string, FormHandler>();
  const makeHandler = (folder: string) =>
    createFormHandler({
      forms,
      base,
      ...(now && { now }),
      read: (href) => readPublished(filesIn(join(out, folder)), href, base),
      onFailure: (error) => onFailure(`A form's message: ${messageOf(error)}`),
      async deliver(message) {
        await store.keep(message);
        onMessage(message.form);
      },
    });
  return (request, response, folder = "") => {
    const handler = getOrInsert(handlers, folder, () => makeHandler(folder));
    return nodeListener(handler, headers)(request, response);
  };
}

/** Largest size in bytes; further messages are refused until the file is moved. */
const MAX_FILE = 10 * 1024 * 1024;

export interface MessageStore {
  /** Absolute path of the file. */
  file: string;
  /** Appends a message as a line of JSON; throws if that fails. */
  keep(message: FormMessage): Promise<void>;
}

/** Stores what forms are sent, one JSON object per line, in a file that only its owner can read. */
export function createMessageStore(stateDir: string): MessageStore {
  const file = join(stateDir, "messages.jsonl");
  return {
    file,
    async keep({ received, page, form, values }) {
      const line = `${JSON.stringify({ received, page, form, ...values })}\n`;
      const size = (await stat(file).catch(() => null))?.size ?? 0;
      if (size + Buffer.byteLength(line) > MAX_FILE) throw new Error(`${file} is full; move its messages elsewhere`);
      await mkdir(stateDir, { recursive: true });
      await appendFile(file, line, { mode: 0o600 });
    },
  };
}
