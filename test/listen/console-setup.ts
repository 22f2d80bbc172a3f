/** A console over a list of publishes in a folder of its own, and a queue that does what the test says. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Board, createBoard } from "../../src/listen/board.ts";
import type { BuildQueue } from "../../src/listen/build-queue.ts";
import { type ConsoleOptions, createConsole } from "../../src/listen/console/console.ts";
import { openPublishLog, type PublishEntry } from "../../src/listen/publish-log.ts";

export interface TestConsole {
  board: Board;
  routes: ReturnType<typeof createConsole>;
  file: string;
  remove(): void;
}

export function testConsole(
  publisher: BuildQueue,
  options: Partial<ConsoleOptions> & Pick<ConsoleOptions, "key">,
): TestConsole {
  const folder = mkdtempSync(join(tmpdir(), "console-"));
  const file = join(folder, "listen", "publishes.json");
  const board = createBoard(openPublishLog(file, () => undefined));
  const routes = createConsole({
    board,
    publisher,
    restorable: () => new Set(),
    places: () => ({
      site: "https://www.example.com/",
      editor: ({ id }) => (id > 0 ? `https://editor.invalid/${id}` : ""),
    }),
    log: () => undefined,
    ...options,
  });
  return {
    board,
    routes,
    file,
    remove() {
      routes.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A publish of one story that went well. */
export function entryWith(change: Partial<PublishEntry> & Pick<PublishEntry, "number">): PublishEntry {
  return {
    kind: "publish",
    ok: true,
    isLive: true,
    at: "2026-11-20T12:03:05.000Z",
    receivedAt: "2026-11-20T12:03:02.900Z",
    buildId: `b${change.number}`,
    previous: change.number > 1 ? `b${change.number - 1}` : "",
    stories: [{ id: 7, name: "About us", slug: "company/about" }],
    published: 1,
    removed: 0,
    pages: [{ path: "/company/about/", isThere: true }],
    written: 1,
    gone: 0,
    said: [],
    problems: [],
    problemCount: 0,
    summary: "",
    takenBack: [],
    ...change,
  };
}
