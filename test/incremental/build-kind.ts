import type { CountedWork } from "../../src/content/work-counter.ts";
import type { TestHooks } from "../../src/incremental/test-hooks.ts";

const WHOLE_SITE: readonly CountedWork[] = ["indexed", "entries"];

/** Whether a build went through the whole site. */
export async function kindOf(build: (testHooks: TestHooks) => Promise<unknown>): Promise<"whole" | "derived"> {
  const counted = new Set<CountedWork>();
  await build({ count: (work) => counted.add(work) });
  return WHOLE_SITE.some((work) => counted.has(work)) ? "whole" : "derived";
}
