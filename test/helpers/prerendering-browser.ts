/**
 * Chromium as a visitor runs it. Playwright's sessions are attached to pages, and Chromium prerenders nothing for a page
 * with such a session; here the tab is attached, by Chromium's own protocol over pipes.
 */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { programPath } from "./test-programs.ts";

export interface PrerenderingBrowser {
  open(url: string): Promise<void>;
  /** The value of an expression in the shown page. */
  evaluate(expression: string): Promise<unknown>;
  /** Moves the pointer to the middle of an element. */
  hover(selector: string): Promise<void>;
  /** Presses and releases where the pointer is. */
  press(): Promise<void>;
  /** The last status of each address that the browser prerendered. */
  prerendered: ReadonlyMap<string, string>;
  close(): Promise<void>;
}

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: {
    sessionId?: string;
    status?: string;
    key?: { url: string };
    targetInfo?: { type: string; subtype?: string };
  };
  result?: { [key: string]: unknown };
}

export async function startPrerenderingBrowser(): Promise<PrerenderingBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "sitegen-profile-"));
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", `--user-data-dir=${profile}`];
  const child = spawn(programPath("browser"), args, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [commands, answers] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const waiting = new Map<number, (result: Message["result"]) => void>();
  const prerendered = new Map<string, string>();
  /** Sessions of pages; the shown one is the last that was not made for prerendering, or that came to be shown. */
  const sessions: { id: string; enabled: Promise<unknown> }[] = [];
  let pointer = { x: 0, y: 0 };
  let next = 0;
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<NonNullable<Message["result"]>>((resolve) => {
      next += 1;
      waiting.set(next, (result = {}) => resolve(result));
      commands.write(`${JSON.stringify({ id: next, method, params, sessionId })}\0`);
    });
  const hear = ({ id, method, params = {}, result }: Message) => {
    if (id !== undefined) waiting.get(id)?.(result);
    else if (method === "Target.attachedToTarget" && params.targetInfo?.type === "page") {
      const session = params.sessionId ?? "";
      sessions.push({ id: session, enabled: send("Preload.enable", {}, session) });
    } else if (method === "Target.detachedFromTarget") {
      const gone = sessions.findIndex((one) => one.id === params.sessionId);
      if (gone >= 0) sessions.splice(gone, 1);
    } else if (method === "Preload.prerenderStatusUpdated") prerendered.set(params.key?.url ?? "", params.status ?? "");
  };
  let text = "";
  answers.setEncoding("utf8").on("data", (part: string) => {
    const messages = (text + part).split("\0");
    text = messages.pop() ?? "";
    for (const message of messages) hear(JSON.parse(message) as Message);
  });
  const { targetId } = await send("Target.createTarget", { url: "about:blank", forTab: true });
  const { sessionId: tab } = await send("Target.attachToTarget", { targetId, flatten: true });
  await send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }, String(tab));
  const shown = async () => {
    const [first] = sessions;
    await first?.enabled;
    return first?.id;
  };
  const evaluate = async (expression: string) => {
    const answer = await send(
      "Runtime.evaluate",
      { expression, returnByValue: true, awaitPromise: true },
      await shown(),
    );
    return (answer.result as { value?: unknown } | undefined)?.value;
  };
  const mouse = async (type: string, more: object = {}) =>
    void (await send("Input.dispatchMouseEvent", { type, ...pointer, ...more }, await shown()));
  return {
    prerendered,
    evaluate,
    open: async (url) => void (await send("Page.navigate", { url }, await shown())),
    async hover(selector) {
      const box = `document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect()`;
      pointer = (await evaluate(
        `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${box})`,
      )) as {
        x: number;
        y: number;
      };
      await mouse("mouseMoved");
    },
    async press() {
      for (const type of ["mousePressed", "mouseReleased"]) await mouse(type, { button: "left", clickCount: 1 });
    },
    async close() {
      // Its other processes hold the pipes, and write into the profile until they end.
      const ended = new Promise((resolve) => child.once("close", resolve));
      // Debian's command is a shell that waits for the browser: its end alone would leave that one open.
      void send("Browser.close");
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
