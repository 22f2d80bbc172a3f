import { interactive } from "virtual:sitegen/interactive";
import { loaders } from "virtual:sitegen/loaders";
import type { Payload, Shared } from "../../content/payload.ts";
import { componentsIn, keptMarks, planHydration } from "../../kit/hydration.ts";

export interface Takeover {
  /** Names of the components to load. */
  code: string[];
  /** _uid and tag of the elements whose markup stays. */
  kept: Map<string, string>;
}

/** What to load for the page that the server made, and what to leave as it is. */
export function planTakeover(payload: Payload, shared: Shared): Takeover {
  const known = new Set(Object.keys(loaders));
  const plan = planHydration([payload.page, shared.global], { known, interactive });
  const kept = new Map<string, string>();
  const code = new Set(plan.code);
  for (const mark of keptMarks(payload.page)) {
    kept.set(mark, mark === payload.page?._uid ? "main" : (tagOf(mark) ?? "div"));
  }
  for (const block of plan.kept) {
    const tag = block._mark && tagOf(block._mark);
    if (tag) kept.set(block._uid, tag);
    // It rendered nothing, or its root carries no mark: its component decides.
    else for (const name of componentsIn(block, known)) code.add(name);
  }
  return { code: [...code], kept };
}

function tagOf(mark: string): string | undefined {
  return document.querySelector(`[data-block="${CSS.escape(mark)}"]`)?.localName;
}
