import { setTimeout as sleep } from "node:timers/promises";
import { abortedAfter } from "../http/aborted-after.ts";

/** Pauses before the second, third, … try, in milliseconds. */
const PAUSES = [1_000, 5_000, 30_000];
const TIMEOUT_MS = 10_000;
/** While the receiver is down, the oldest are dropped. */
const MOST_WAITING = 20;
const CLOSE_MS = 2_000;

/**
 * Posts messages as JSON, one after the other. The address is a secret: only its host is in the log, and redirects are
 * not followed.
 */
export function createNotifier(options: {
  url: URL;
  log: (line: string) => void;
  pauses?: readonly number[];
  timeoutMs?: number;
}) {
  const { url, log, pauses = PAUSES, timeoutMs = TIMEOUT_MS } = options;
  const closing = new AbortController();
  const waiting: object[] = [];
  let sending: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const failure = await sendOne(JSON.stringify(body));
      if (failure !== "") log(`the notice to ${url.host} could not be sent: ${failure}`);
    }
    sending = null;
  }

  async function sendOne(body: string): Promise<string> {
    for (let tried = 0; ; tried += 1) {
      const { failure, isFinal } = await attempt(body);
      const pause = pauses[tried];
      if (failure === "" || isFinal || pause === undefined || closing.signal.aborted) return failure;
      await sleep(pause, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
    }
  }

  async function attempt(body: string): Promise<{ failure: string; isFinal: boolean }> {
    try {
      const signal = abortedAfter(timeoutMs, closing.signal);
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
      await response.body?.cancel();
      const isAgain = response.status >= 500 || response.status === 429 || response.status === 408;
      return { failure: response.ok ? "" : `status ${response.status}`, isFinal: !isAgain };
    } catch (error) {
      return { failure: reasonOf(error), isFinal: false };
    }
  }

  return {
    /** Returns at once; the message is sent when those before it are. */
    send(body: object): void {
      waiting.push(body);
      if (waiting.length > MOST_WAITING) waiting.shift();
      sending ??= sendAll();
    },
    /** Waits a moment for what is being sent. */
    async close(): Promise<void> {
      await Promise.race([sending, sleep(CLOSE_MS, undefined, { ref: false })]);
      waiting.length = 0;
      closing.abort();
      await sending;
    },
  };
}

/** Without the message, which may name the address. */
function reasonOf(error: unknown): string {
  const { name = "", cause } = error instanceof Error ? error : {};
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return code || (name === "TimeoutError" ? "no answer in time" : "no connection");
}
