/** Requests to the management API: at its rate, with errors that say what happened and never the token. */
import { redactToken } from "../fetch/transport/request-errors.ts";
import { createScheduler } from "../fetch/transport/scheduler.ts";
import { abortedAfter } from "../http/aborted-after.ts";
import { type ErrorCode, sitegenError } from "../problems/errors.ts";

export interface ManagementAccess {
  /** Base, ending in /v1. */
  endpoint: string;
  token: string;
  requestsPerSecond: number;
  signal?: AbortSignal | undefined;
}

export interface ManagementClient {
  get(path: string): Promise<unknown>;
  /** All rows of a list with pages; `key` is the list's name in the answer. */
  all(path: string, key: string): Promise<unknown[]>;
  post(path: string, body: object): Promise<unknown>;
  put(path: string, body: object): Promise<unknown>;
}

const TIMEOUT_MS = 30_000;
/** As the service's own client: after a 429 it waits longer each time. */
const RETRIES = 12;
const WAIT_MS = 500;
const LONGEST_WAIT_MS = 20_000;
const PER_PAGE = 100;
/** More pages than any space has rows. */
const MOST_PAGES = 1000;

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "FETCH_UNAUTHORIZED",
  403: "FETCH_UNAUTHORIZED",
  429: "FETCH_RATE_LIMIT",
};

export function createManagementClient(access: ManagementAccess): ManagementClient {
  const { endpoint, token, requestsPerSecond, signal } = access;
  const scheduler = createScheduler({ requestsPerSecond, serviceTiers: false, signal });
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    for (let tries = 0; ; tries += 1) {
      const answer = await scheduler.run(null, async (arrived) => {
        const response = await request(`${endpoint}/${path}`, { method, token, body, signal });
        arrived();
        return { status: response.status, text: await response.text() };
      });
      if (answer.status !== 429 || tries >= RETRIES) return answerOf(answer, `${method} ${endpoint}/${path}`, token);
      scheduler.pause(Math.min(LONGEST_WAIT_MS, WAIT_MS * 2 ** tries));
    }
  };
  const get = (path: string) => send("GET", path);
  return {
    get,
    post: (path, body) => send("POST", path, body),
    put: (path, body) => send("PUT", path, body),
    async all(path, key) {
      const rows: unknown[] = [];
      const joint = path.includes("?") ? "&" : "?";
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const answer = (await get(`${path}${joint}page=${page}&per_page=${PER_PAGE}`)) as Record<
          string,
          unknown
        > | null;
        const more: unknown = answer?.[key];
        if (!Array.isArray(more)) break;
        rows.push(...more);
        if (more.length < PER_PAGE) break;
      }
      return rows;
    },
  };
}

async function request(
  url: string,
  given: Pick<ManagementAccess, "token" | "signal"> & { method: string; body: object | undefined },
): Promise<Response> {
  const { method, token, body, signal } = given;
  try {
    return await fetch(url, {
      method,
      // A redirect would take the token to another address.
      redirect: "error",
      headers: { authorization: token, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: abortedAfter(TIMEOUT_MS, signal),
    });
  } catch (cause) {
    signal?.throwIfAborted();
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : String(cause);
    throw sitegenError("FETCH_UNREACHABLE", {
      message: `${method} ${url} got no answer: ${redactToken(reason, token)}.`,
      hint: "Check the network, and storyblok.region or STORYBLOK_ENDPOINT.",
      cause,
    });
  }
}

function answerOf({ status, text }: { status: number; text: string }, where: string, token: string): unknown {
  const isGood = status >= 200 && status < 300;
  const value = parsed(text);
  if (isGood && (value !== undefined || text === "")) return value ?? null;
  const said = redactToken(isGood ? "no JSON" : saidIn(value), token).slice(0, 200);
  throw sitegenError(CODES[status] ?? (isGood ? "FETCH_BAD_ANSWER" : "FETCH_FAILED"), {
    message: `${where} answered ${status}${said === "" ? "" : ` (${said})`}.`,
    hint: "Check STORYBLOK_MANAGEMENT_TOKEN (a personal access token), STORYBLOK_SPACE_ID and storyblok.region.",
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `{"error": "…"}`, `["…"]` or `{"name": ["has already been taken"]}`, in one line. */
function saidIn(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const rows = Object.entries(value).map(
    ([key, said]) => `${Array.isArray(value) || key === "error" ? "" : `${key} `}${[said].flat().join(", ")}`,
  );
  return rows.join("; ").replace(/\s+/g, " ");
}
