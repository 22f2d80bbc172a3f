/** Progress: a bar on a terminal, plain lines now and then in a log, nothing with --quiet. */
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReporter } from "../../cli/report.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** What stands on stderr after 12 seconds of sending 100 files. */
function seen(options: { isTTY: boolean; env?: Record<string, string>; quiet?: boolean }): string {
  const stderr = Object.assign(new PassThrough(), { isTTY: options.isTTY });
  const streams = { stdout: new PassThrough(), stderr, env: options.env ?? {} };
  const reporter = createReporter(streams, options);
  reporter.step("Sending 100 files");
  for (let done = 10; done <= 100; done += 10) {
    vi.advanceTimersByTime(1200);
    reporter.progress(done, 100, "files");
  }
  reporter.info("done");
  reporter.end();
  return String(stderr.read() ?? "");
}

const ERASED = "\r\u001b[2K";

test("on a terminal one line is drawn again and again, and gone at the end", () => {
  const [first = "", ...drawn] = seen({ isTTY: true, env: { NO_COLOR: "1" } }).split(ERASED);
  expect(first).toBe(`Sending 100 files ${"█".repeat(2)}${"░".repeat(22)} 10/100 files`);
  expect(drawn).toHaveLength(10);
  expect(drawn.at(-2)).toBe(`Sending 100 files ${"█".repeat(24)} 100/100 files`);
  expect(drawn.at(-1)).toBe("done\n");
});

test.each([
  { isTTY: false },
  { isTTY: true, env: { CI: "true", NO_COLOR: "1" } },
  { isTTY: true, env: { TERM: "dumb" } },
])("%j: a line every five seconds", (options) => {
  expect(seen(options).split("\n")).toEqual([
    "Sending 100 files",
    "Sending 100 files 50 of 100",
    "Sending 100 files 100 of 100",
    "done",
    "",
  ]);
});

test("--quiet: nothing", () => {
  expect([seen({ isTTY: true, quiet: true }), seen({ isTTY: false, quiet: true })]).toEqual(["", ""]);
});
