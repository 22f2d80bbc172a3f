import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { FaultKind } from "../../bench/space/service/faults.ts";
import { openPullFixture, type PullFixture } from "../fetch/helpers.ts";
import { type ScriptedService, startScripted } from "../fetch/scripted-service.ts";

let bench: PullFixture | undefined;
let scripted: ScriptedService | undefined;
afterEach(async () => {
  await bench?.close();
  await scripted?.close();
  bench = scripted = undefined;
  vi.restoreAllMocks();
});

/** Everything an error carries: message, stack, hint, causes. */
function everythingOf(error: unknown): string {
  return `${inspect(error, { depth: 20, showHidden: true })} ${JSON.stringify(error)} ${String((error as Error).stack)}`;
}

const KINDS: FaultKind[] = [
  "429-json",
  "500",
  "502-html",
  "reset",
  "stall-headers",
  "stall-body",
  "truncated-json",
  "redirect-loop",
];

describe("the token", () => {
  it("is not in the snapshot", async () => {
    bench = await openPullFixture();
    await bench.pull();
    const folder = join(bench.stateDir, "snapshot");
    for (const name of readdirSync(folder)) {
      expect(readFileSync(join(folder, name), "utf8")).not.toContain(bench.service.token);
    }
  });

  it.each(KINDS)("is not in the error after %s, and nothing is printed", async (kind) => {
    const printed = (["log", "info", "warn", "error"] as const).map((name) => vi.spyOn(console, name));
    bench = await openPullFixture();
    bench.service.faults.push({ kind, match: "/stories?", times: 999 });
    const error: unknown = await bench.pull({ timeoutMs: 150 }).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: "SitegenError" });
    expect(everythingOf(error)).not.toContain(bench.service.token);
    for (const spy of printed) expect(spy).not.toHaveBeenCalled();
  });

  it("is not in a problem either, even when the service repeats it", async () => {
    scripted = await startScripted({});
    const { token } = scripted;
    scripted.script = {
      reply: (path) => {
        if (path === "spaces/me") return { status: 404, body: { error: `no space for ${token}` } };
        // What it says is shown to a length within the token.
        const bad = "bad".padEnd(190, ".");
        return path === "datasource_entries" ? { status: 400, body: bad + token } : undefined;
      },
    };
    const { problems } = await scripted.pull();
    expect(problems.length).toBeGreaterThan(8);
    expect(JSON.stringify(problems)).not.toContain(token.slice(0, 4));
    expect(problems[0]?.message).toContain("no space for [token]");
  });

  it("is not sent anywhere else", async () => {
    scripted = await startScripted({});
    const other = await startScripted({});
    try {
      scripted.script = {
        reply: (path, query) =>
          path === "stories"
            ? { status: 301, headers: { location: `${other.endpoint}/cdn/stories?${query}` }, body: "" }
            : undefined,
      };
      await expect(scripted.pull()).rejects.toMatchObject({ code: "FETCH_FAILED" });
      expect(other.asked).toEqual([]);
    } finally {
      await other.close();
    }
  });
});
