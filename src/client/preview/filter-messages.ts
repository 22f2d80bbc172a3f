/**
 * The editor's script accepts messages from any window. This listener runs first and stops those it would act on,
 * unless the editor sent them.
 */
export function filterEditorMessages(editors: readonly string[]): void {
  const guard = (event: MessageEvent<unknown>) => {
    if (!editors.includes(event.origin) && Object(event.data).action) event.stopImmediatePropagation();
  };
  window.addEventListener("message", guard, true);
}
