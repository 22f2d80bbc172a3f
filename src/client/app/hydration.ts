import { interactive, known } from "virtual:sitegen/interactive";
import { blocksOf, componentsIn, keptMarks, planHydration } from "../../kit/hydration.ts";
import type { Payload, Shared } from "../../site/api/payload.ts";

/**
 * What to load to hydrate the prerendered page: names of components, and of which elements the markup is kept, by _uid,
 * with their tag.
 */
export function planClientHydration(payload: Payload, shared: Shared): { code: string[]; kept: Map<string, string> } {
  const plan = planHydration([payload.page, shared.global], { known, interactive });
  const kept = new Map<string, string>();
  const code = new Set(plan.code);
  for (const mark of keptMarks(payload.page)) {
    kept.set(mark, mark === payload.page?._uid ? "main" : (elementOf(mark)?.localName ?? "div"));
  }
  for (const block of plan.kept) {
    const tag = block._mark && elementOf(block._mark)?.localName;
    if (tag) kept.set(block._uid, tag);
    // It rendered nothing, or its root element has no mark, so its component is needed.
    else for (const name of componentsIn(block, known)) code.add(name);
  }
  return { code: [...code], kept };
}

/**
 * Keeps the markup of blocks whose code could not be loaded, so that the rest of the page works. Returns their
 * elements; null if one of them cannot be identified.
 */
export function keepMarkupOfUnloaded(
  lost: ReadonlySet<string>,
  { payload, shared, kept }: { payload: Payload; shared: Shared; kept: Map<string, string> },
): Element[] | null {
  const elements: Element[] = [];
  for (const block of blocksOf([payload.page, shared.global], lost)) {
    const element = block === payload.page ? document.querySelector("main") : block._mark && elementOf(block._mark);
    if (!element) return null;
    kept.set(block._uid, element.localName);
    elements.push(element);
  }
  return elements;
}

function elementOf(mark: string): Element | null {
  return document.querySelector(`[data-block="${CSS.escape(mark)}"]`);
}
