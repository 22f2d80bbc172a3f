import { interactive } from "../../blocks/gen/interactive.ts";
import { loaders } from "../../blocks/gen/loaders.ts";
import type { Block, Payload, Shared } from "../../content/payload.ts";
import { componentsIn, planHydration } from "../../kit/hydration.ts";

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
  for (const block of plan.kept) {
    const tag = block === payload.page ? "main" : tagOf(block);
    if (tag) kept.set(block._uid, tag);
    // It rendered nothing, or its root carries no mark: its component decides.
    else for (const name of componentsIn(block, known)) code.add(name);
  }
  return { code: [...code], kept };
}

function tagOf({ _uid }: Block): string | undefined {
  if (_uid === "") return undefined;
  return document.querySelector(`[data-block="${CSS.escape(_uid)}"]`)?.localName;
}
