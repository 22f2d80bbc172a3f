/** A host that never answers ends in time, however much memory is collected meanwhile. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { abortedAfter } from "../../src/http/aborted-after.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

test.each(["the time is over", "the command is interrupted"])(
  "%s",
  async (why) => {
    const server = createServer(() => undefined);
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const command = new AbortController();
    const isOver = why === "the time is over";
    try {
      const { port } = server.address() as AddressInfo;
      const signal = abortedAfter(isOver ? 1000 : 100_000, command.signal);
      const asked = fetch(`http://127.0.0.1:${port}/`, { signal }).catch((error: Error) => error.message);
      // Between turns of the event loop, when nothing but the signals themselves can hold them.
      for (let turn = 0; turn < 5; turn += 1) {
        await new Promise((done) => setTimeout(done, 20));
        collect();
      }
      if (!isOver) command.abort(new Error("interrupted"));
      expect(await asked).toBe(isOver ? "The operation was aborted due to timeout" : "interrupted");
    } finally {
      server.closeAllConnections();
      server.close();
    }
  },
  20_000,
);
