import { errno, messageOf } from "../../problems/cause.ts";
import { BODY_DEADLINE_FACTOR, MAX_BODY_BYTES } from "../constants.ts";

/** Result of one HTTP exchange. Only an abort by the caller throws. */
export type Attempt =
  | { kind: "response"; status: number; headers: Headers; text: string }
  | { kind: "redirect"; status: number; location: string | null }
  | { kind: "network"; reason: string };

export interface AttemptOptions {
  url: string;
  headers: RequestInit["headers"];
  timeoutMs: number;
  signal: AbortSignal | undefined;
  /** Call when the service has responded: the rate window may count from then. */
  arrived: () => void;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** One GET with a timeout for the headers, for each pause in the body, and for the whole body. */
export async function attemptGet({ url, headers, timeoutMs, signal, arrived }: AttemptOptions): Promise<Attempt> {
  const guard = createGuard(timeoutMs, signal);
  try {
    guard.expect(`no response within ${timeoutMs} ms`);
    const init: RequestInit = { method: "GET", redirect: "manual", signal: guard.signal };
    if (headers) init.headers = headers;
    const response = await fetch(url, init);
    arrived();
    if (REDIRECTS.has(response.status)) {
      await response.body?.cancel();
      return { kind: "redirect", status: response.status, location: response.headers.get("location") };
    }
    const text = await readText(response, guard);
    return { kind: "response", status: response.status, headers: response.headers, text };
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: "network", reason: guard.why() ?? networkReason(error) };
  } finally {
    guard.release();
  }
}

async function readText(response: Response, guard: Guard): Promise<string> {
  if (response.body === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  guard.limitBody();
  for await (const chunk of response.body) {
    guard.expect("the body stalled");
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error(`the body exceeds ${MAX_BODY_BYTES} bytes`);
  }
  return Buffer.concat(chunks).toString("utf8");
}

interface Guard {
  signal: AbortSignal;
  /** Restarts the timeout; `reason` is reported if it expires. */
  expect(reason: string): void;
  limitBody(): void;
  why(): string | null;
  release(): void;
}

function createGuard(timeoutMs: number, outer: AbortSignal | undefined): Guard {
  const controller = new AbortController();
  let silence: NodeJS.Timeout | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let fired: string | null = null;
  const fire = (reason: string) => {
    fired ??= reason;
    controller.abort();
  };
  const forward = () => controller.abort();
  outer?.addEventListener("abort", forward, { once: true });
  if (outer?.aborted) forward();
  const expect = (reason: string) => {
    clearTimeout(silence);
    silence = setTimeout(() => fire(reason), timeoutMs);
  };
  return {
    signal: controller.signal,
    expect,
    limitBody() {
      expect("the body stalled");
      deadline = setTimeout(() => fire("the body arrived too slowly"), timeoutMs * BODY_DEADLINE_FACTOR);
    },
    why: () => fired,
    release() {
      clearTimeout(silence);
      clearTimeout(deadline);
      outer?.removeEventListener("abort", forward);
    },
  };
}

/** Node puts the reason into `cause`; its code (ECONNREFUSED, ENOTFOUND) is what people search for. */
function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return "the connection failed";
  const cause: unknown = error.cause;
  if (cause instanceof AggregateError) return networkReason(cause.errors[0]);
  if (cause instanceof Error) return networkReason(cause);
  const [code, message] = [errno(error), messageOf(error)];
  return code === "" || message.includes(code) ? message : `${code}: ${message}`;
}
