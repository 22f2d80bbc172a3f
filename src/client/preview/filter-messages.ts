import type { BridgeEvent } from "./bridge.ts";

/**
 * The editor's script accepts messages from any window. This listener runs first and stops those it would act on,
 * unless the editor sent them. The returned function ends a wait: it gives what was typed last before that script listened.
 */
export function filterEditorMessages(editors: readonly string[]): () => BridgeEvent | null {
  let typed: BridgeEvent | null = null;
  let isWaiting = true;
  const guard = (event: MessageEvent<unknown>) => {
    if (!editors.includes(event.origin)) {
      if (Object(event.data).action) event.stopImmediatePropagation();
    } else if (isWaiting && Object(event.data).action === "input") typed = event.data as BridgeEvent;
  };
  window.addEventListener("message", guard, true);
  return () => {
    isWaiting = false;
    return typed;
  };
}
