import { afterEach, describe, expect, it } from "vitest";
import { contentsOf, openWorkbench, paths, type Workbench } from "./helpers.ts";

let bench: Workbench;
afterEach(() => bench.close());

describe("sync", () => {
  it("asks once when nothing moved", async () => {
    bench = await openWorkbench();
    const first = await bench.pull();
    expect(first.moved).toBe(true);
    const from = bench.service.log.length;
    const second = await bench.pull();
    expect(paths(bench.service, from)).toEqual(["spaces/me?"]);
    expect(second.moved).toBe(false);
    expect(contentsOf(second.space)).toEqual(contentsOf(first.space));
    expect(second.problems).toEqual(first.problems);
  });

  it("reads one publish with eight requests", async () => {
    bench = await openWorkbench();
    await bench.pull();
    bench.service.publish("home", (story) => {
      story.name = "Start";
    });
    const from = bench.service.log.length;
    const second = await bench.pull();
    expect(second.requests.total).toBeLessThanOrEqual(8);
    expect(contentsOf(second.space)).toEqual(contentsOf((await bench.cleanPull()).space));
  });
});
