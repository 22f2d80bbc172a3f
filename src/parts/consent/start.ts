/**
 * Runs before the app and without React: loads what the visitor granted, and asks if nothing has been decided. Only
 * included for sites with tags that wait for consent, or that ask unprompted.
 */
import { ask, loadDialog } from "virtual:sitegen/consent";
import { requestState } from "../../client/boot/request-state.ts";
import { CONSENT_CHANGED, hasConsent } from "../../kit/consent.ts";
import type { Shared } from "../../site/api/payload.ts";
import { isDecided, publishConsent } from "./publish-consent.ts";

const WAITING = "template[data-consent-category]";

/** Tags of the site that waited for consent, by their category. */
const loaded = new Map<string, Element[]>();

window.addEventListener(CONSENT_CHANGED, () => {
  if (removeWithdrawn()) location.reload();
  else loadGranted();
});
publishConsent();
if (ask && !isDecided() && !isFramed())
  askVisitor().catch((error: unknown) => console.warn("The consent choice could not be opened.", error));

async function askVisitor(): Promise<void> {
  if (!loadDialog) return;
  const [{ consent }, shared] = await Promise.all([loadDialog(), requestState() as Promise<Shared>]);
  await consent({ shared, want: "answer" });
}

/** In the visual editor, the page is edited and not visited. */
function isFramed(): boolean {
  return window.top !== window.self;
}

/** Adds the tags of every granted category to the head, once each. */
function loadGranted(): void {
  for (const template of document.head.querySelectorAll<HTMLTemplateElement>(WAITING)) {
    const category = template.dataset.consentCategory ?? "";
    if (loaded.has(category) || !hasConsent(category)) continue;
    const elements = [...template.content.children].map(copyOf);
    loaded.set(category, elements);
    document.head.append(...elements);
  }
}

/**
 * Removes the tags of withdrawn categories. True if one was a script: what it started continues until the page is
 * reloaded.
 */
function removeWithdrawn(): boolean {
  const withdrawn = [...loaded].filter(([category]) => !hasConsent(category));
  for (const [category, elements] of withdrawn) {
    for (const element of elements) element.remove();
    loaded.delete(category);
  }
  return withdrawn.some(([, elements]) => elements.some((element) => element instanceof HTMLScriptElement));
}

/** A script parsed inside a template never runs, not even a clone; one created by script does. */
function copyOf(element: Element): Element {
  const copy = document.createElement(element.localName);
  for (const { name, value } of element.attributes) copy.setAttribute(name, value);
  copy.textContent = element.textContent;
  // Scripts created by script are async by default; these keep their order.
  if (copy instanceof HTMLScriptElement) copy.async = element.hasAttribute("async");
  return copy;
}
