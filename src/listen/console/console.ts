/** The console's addresses: the page, its changes, the same as JSON, and what a click does. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { EDITOR_WORDS, type EditorWord } from "../../site/editor-words.ts";
import type { Board } from "../board.ts";
import type { BuildQueue } from "../build-queue.ts";
import type { Places } from "../notice.ts";
import { header, respond, respondJson } from "../respond.ts";
import type { ConsoleRoutes } from "../server.ts";
import { isSameText, pathOf } from "../signature.ts";
import { speechFor } from "../words.ts";
import { type ConsoleFacts, consoleFacts } from "./facts.ts";
import { SCRIPT, STYLE } from "./look.ts";
import type { PageInput } from "./page.ts";
import { createSessions, type Entry } from "./sessions.ts";

export interface ConsoleOptions {
  /** Whoever has it sees the console; not empty. */
  key: string;
  board: Board;
  publisher: BuildQueue;
  /** Builds that can be put back. */
  restorable: () => ReadonlySet<string>;
  places: () => Places;
  log: (line: string) => void;
  /** Additional data for /console.json, such as the last result of each step. */
  details?: () => object;
  /** Makes a link that shows a story's draft; not given where none can be signed. */
  share?: (draft: { story: string; space?: string | undefined }) => Promise<{ url: string; until: string }>;
}

const PAGE = "/console";
const FORM_LIMIT = 4096;

/** Allows the page's own style and script, its own server, and nothing else. */
const POLICY = [
  "default-src 'none'",
  `style-src '${hashOf(STYLE)}'`,
  `script-src '${hashOf(SCRIPT)}'`,
  "connect-src 'self'",
  "img-src data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "x-robots-tag": "noindex",
};

export function createConsole(options: ConsoleOptions): ConsoleRoutes & { close(): void } {
  const { board, publisher, restorable, places, log, share, details = () => ({}) } = options;
  const sessions = createSessions(options.key);
  const facts = (): ConsoleFacts =>
    consoleFacts({ board, queue: publisher.state(), places: places(), restorable: restorable() });
  const speechOf = (request: IncomingMessage) => speechFor(header(request, "accept-language") ?? "", board.state);
  const inputFor = (request: IncomingMessage, entry: NonNullable<Entry>): PageInput => {
    const message = new URL(request.url ?? "", "http://listen.invalid").searchParams.get("message") ?? "";
    return {
      facts: facts(),
      speech: speechOf(request),
      canShare: share !== undefined,
      token: entry.by === "cookie" ? entry.token : "",
      message: isMessage(message) ? message : null,
    };
  };
  const streams = createChangeStreams(board);

  const html = (response: ServerResponse, status: number, text: string, more: Record<string, string> = {}) => {
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", ...HEADERS, ...more });
    response.end(text);
  };
  const askForKey = async (request: IncomingMessage, response: ServerResponse, status: number) => {
    const { loginPage } = await import("./page.ts");
    const messages = { 403: "console_wrong_key", 429: "console_too_many" } as const;
    const message = status === 403 || status === 429 ? messages[status] : null;
    html(response, status, loginPage(speechOf(request), message), status === 429 ? { "retry-after": "60" } : {});
  };
  const goTo = (response: ServerResponse, location: string, more: Record<string, string> = {}) => {
    response.writeHead(303, { location, "cache-control": "no-store", ...more });
    response.end();
  };

  const actions: Record<string, Action> = {
    out: (_, response) => goTo(response, "../console", { "set-cookie": sessions.logOut() }),
    resume(_, response) {
      log("console: publish the newest content");
      publisher.trigger({ resume: true, isEvent: false });
      goTo(response, "../console");
    },
    undo(form, response) {
      const build = form.get("build") ?? "";
      const { publishes, newest } = facts();
      const isKnown = publishes.some(({ undo }) => undo?.build === build);
      if (!isKnown || (form.has("newest") && form.get("newest") !== String(newest)))
        return goTo(response, "../console?message=console_changed");
      log(`console: put back build ${build}`);
      publisher.trigger({ undo: build, isEvent: false });
      goTo(response, "../console");
    },
    async share(form, response, request) {
      const stories = facts().publishes.flatMap((one) => one.stories);
      const asked = `${form.get("story")} ${form.get("space") ?? ""}`;
      const story = stories.find(({ id, space = "" }) => `${id} ${space}` === asked);
      const draft = story && { story: story.slug, space: story.space };
      const made = draft && (await share?.(draft).catch(({ message }: Error) => log(`console: ${message}`)));
      if (!made || !story) return goTo(response, "../console?message=console_share_failed");
      log(`console: link to the draft of story ${story.id}`);
      const { sharePage } = await import("./page.ts");
      html(response, 200, sharePage(speechOf(request), { name: story.name || story.slug, ...made }));
    },
  };

  return {
    async get(request, response) {
      const path = pathOf(request.url ?? "");
      if (path !== PAGE && path !== `${PAGE}.json` && path !== `${PAGE}/events`) return false;
      const entry = sessions.entryOf(request);
      if (entry === null) {
        if (request.headers.authorization !== undefined && sessions.isBlocked(request)) {
          response.setHeader("retry-after", "60");
          respond(response, 429, "Too many wrong keys.");
          return true;
        }
        // To others there is nothing here; a person with a browser may have the key.
        if (path !== PAGE || !header(request, "accept")?.includes("text/html")) return false;
        await askForKey(request, response, 404);
      } else if (path === PAGE) {
        const { consolePage } = await import("./page.ts");
        html(response, 200, consolePage(inputFor(request, entry)));
      } else if (path === `${PAGE}/events`) {
        const { pagePart } = await import("./page.ts");
        streams.open(response, (part) => pagePart(part, inputFor(request, entry)));
      } else {
        const state = publisher.state();
        respondJson(response, 200, { ok: state.failuresInARow === 0, ...state, ...details(), ...facts() });
      }
      return true;
    },

    async post(request, response, body) {
      const path = pathOf(request.url ?? "");
      const action = Object.hasOwn(actions, path.slice(PAGE.length + 1)) && path.startsWith(`${PAGE}/`);
      if (path !== PAGE && !action) return false;
      if (body.length > FORM_LIMIT) {
        respond(response, 413, "The form is too large.");
        return true;
      }
      const form = new URLSearchParams(body.toString("utf8"));
      if (path === PAGE) {
        const cookie = sessions.logIn(request, form.get("key") ?? "");
        if (cookie !== null) goTo(response, "console", { "set-cookie": cookie });
        else await askForKey(request, response, sessions.isBlocked(request) ? 429 : 403);
        return true;
      }
      if (!isOwn(request, sessions.entryOf(request), form)) {
        if (!header(request, "accept")?.includes("text/html")) return false;
        // The session has ended since the page was loaded: it asks for the key.
        goTo(response, "../console");
        return true;
      }
      await actions[path.slice(PAGE.length + 1)]?.(form, response, request);
      return true;
    },
    close: streams.close,
  };
}

function isMessage(name: string): name is EditorWord {
  return Object.hasOwn(EDITOR_WORDS, name);
}

type Action = (form: URLSearchParams, response: ServerResponse, request: IncomingMessage) => void | Promise<void>;

/** A post with the cookie counts only from the page itself: the token is in its forms, and browsers say where from. */
function isOwn(request: IncomingMessage, entry: Entry, form: URLSearchParams): boolean {
  if (entry === null || entry.by === "key") return entry !== null;
  const site = header(request, "sec-fetch-site") ?? "same-origin";
  return site === "same-origin" && isSameText(form.get("token") ?? "", entry.token);
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

type Part = "status" | "list";

/** Open pages that are told of changes; others try again later. */
const MOST_STREAMS = 30;
/** What is under way changes with every file. */
const PROGRESS_EVERY_MS = 100;
/** Proxies close connections that say nothing. */
const ALIVE_EVERY_MS = 15_000;

/** Sends parts of the page, rendered anew for each reader, whenever the board changes. */
function createChangeStreams(board: Board) {
  const open = new Map<ServerResponse, (part: Part) => string>();
  let waiting: NodeJS.Timeout | undefined;
  let last = 0;

  const send = (response: ServerResponse, part: Part) =>
    response.write(`event: ${part}\ndata: ${JSON.stringify(open.get(response)?.(part) ?? "")}\n\n`);
  const sendAll = (part: Part) => {
    for (const response of open.keys()) send(response, part);
  };
  const sendStatus = () => {
    clearTimeout(waiting);
    waiting = undefined;
    last = performance.now();
    sendAll("status");
  };
  const forget = board.onChange((change) => {
    if (open.size === 0) return;
    if (change === "all") {
      sendStatus();
      sendAll("list");
    } else waiting ??= setTimeout(sendStatus, Math.max(0, last + PROGRESS_EVERY_MS - performance.now()));
  });
  const alive = setInterval(() => {
    for (const response of open.keys()) response.write(": \n\n");
  }, ALIVE_EVERY_MS).unref();

  return {
    open(response: ServerResponse, render: (part: Part) => string) {
      if (open.size >= MOST_STREAMS) {
        response.writeHead(503, { "retry-after": "10" }).end();
        return;
      }
      // The last one: a proxy must not collect what is sent.
      const headers = { "content-type": "text/event-stream", "cache-control": "no-store", "x-accel-buffering": "no" };
      response.writeHead(200, headers);
      open.set(response, render);
      response.on("close", () => open.delete(response));
      send(response, "status");
      send(response, "list");
    },
    close() {
      forget();
      clearInterval(alive);
      clearTimeout(waiting);
    },
  };
}
