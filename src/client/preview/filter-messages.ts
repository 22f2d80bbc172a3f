/**
 * The editor's script takes messages from everybody. This listener comes first and lets
 * nothing through that it would act on, unless the editor itself has sent it.
 */
export function filterEditorMessages(editors: readonly string[]): void {
  const guard = (event: MessageEvent<unknown>) => {
    if (!editors.includes(event.origin) && isAction(event.data)) event.stopImmediatePropagation();
  };
  window.addEventListener("message", guard, true);
}

function isAction(data: unknown): boolean {
  return typeof data === "object" && data !== null && "action" in data && Boolean(data.action);
}
