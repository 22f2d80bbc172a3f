/**
 * Clicks, keys and sent forms before hydration. What works natively (links, details, popovers, forms with an address) is
 * left alone; what only React can handle is recorded and repeated after hydration, so that what starts hydration is not
 * lost.
 */
const CONTROLS =
  "[role=button], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=option], [role=menuitem]";

/** For each type of event, a selector of the elements on which it is recorded. */
type Selectors = Readonly<Record<string, string>>;

export const REACT_ACTS: Selectors = {
  click: `button:not([type=submit], [popovertarget], [commandfor]), input[type=button], ${CONTROLS}`,
  keydown: `${CONTROLS}, [tabindex="0"]`,
  submit: "form:not([action], [method=dialog])",
};
/** A form of a definition, known by its hidden field, says what is wrong in the site's words, not in a browser's bubble. */
export const APP_ACTS: Selectors = {
  ...(CONSENT && { click: "[data-cookie-settings]" }),
  invalid: "form:has(> [name=page]) *",
};

/**
 * Starts recording; `before` are the events until now. The returned function stops recording and returns one that
 * repeats what was recorded.
 */
export function recordEarlyActs(selectors: Selectors, before: readonly Event[]): () => () => Promise<void> {
  const kept: (() => void)[] = [];
  const onEvent = (event: Event) => {
    const selector = selectors[event.type];
    const control = selector && event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    const repeat = control && repeatOf(event, control);
    if (repeat) kept.push(repeat);
  };
  before.forEach(onEvent);
  for (const type in selectors) document.addEventListener(type, onEvent, true);
  return () => {
    for (const type in selectors) document.removeEventListener(type, onEvent, true);
    return async () => {
      // A handler may need what effects set at first, such as the instance of a carousel, and React renders that later.
      if (kept[0]) await new Promise((rendered) => setTimeout(rendered, 50));
      for (const repeat of kept.splice(0)) repeat();
    };
  };
}

function repeatOf(event: Event & { button?: number; submitter?: HTMLElement | null }, control: HTMLElement) {
  if (event instanceof KeyboardEvent) return keyOf(event, control);
  if (event.button) return null;
  event.preventDefault();
  const form = event.type === "invalid" ? (control as HTMLInputElement).form : (control as HTMLFormElement);
  return () => (event.type === "click" ? control.isConnected && control.click() : form?.requestSubmit(event.submitter));
}

/** The key to repeat: Enter or space on a control that is not native, or a key that moves within a control; else null. */
function keyOf(event: KeyboardEvent, control: HTMLElement) {
  const { key, target, type } = event;
  const isPress = key === "Enter" || key === " ";
  if (target !== control || key === "Tab" || (isPress && control.matches("a, button, summary"))) return null;
  // A space would scroll the page.
  if (isPress && control.matches(CONTROLS)) event.preventDefault();
  return () => control.dispatchEvent(new KeyboardEvent(type, event));
}
