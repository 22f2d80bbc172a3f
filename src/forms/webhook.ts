import type { FormMessage } from "./form-handler.ts";

/**
 * Delivers messages to an address, as JSON: `form`, `received`, `page`, `values`, and all of it as `text`, which chat
 * services show. Throws if it does not answer that it took the message.
 */
export function webhook(url: string | undefined): (message: FormMessage) => Promise<void> {
  return async (message) => {
    if (!url) throw new Error("There is no address to deliver a form's message to.");
    const lines = Object.entries(message.values).map(([name, value]) => `${name}: ${[value].flat().join(", ")}`);
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...message, text: [`${message.form} (${message.page})`, ...lines].join("\n") }),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(`The address that forms are delivered to answers ${response.status}.`);
  };
}
