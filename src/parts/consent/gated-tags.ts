import { hasConsent } from "../../kit/consent.ts";

const WAITING = "template[data-consent-category]";

/** The site's scripts and other tags that wait for consent. */
export interface GatedTags {
  /** Adds the tags of every granted category to the head, once each. */
  load(): void;
  /**
   * Removes the tags of withdrawn categories. True if one was a script: what it started continues until the page is
   * reloaded.
   */
  removeWithdrawn(): boolean;
}

export function createGatedTags(): GatedTags {
  /** Elements in the head, by their category. */
  const loaded = new Map<string, Element[]>();
  return {
    load() {
      for (const template of document.head.querySelectorAll<HTMLTemplateElement>(WAITING)) {
        const category = template.dataset.consentCategory ?? "";
        if (loaded.has(category) || !hasConsent(category)) continue;
        const elements = [...template.content.children].map(copyOf);
        loaded.set(category, elements);
        document.head.append(...elements);
      }
    },
    removeWithdrawn() {
      const withdrawn = [...loaded].filter(([category]) => !hasConsent(category));
      for (const [category, elements] of withdrawn) {
        for (const element of elements) element.remove();
        loaded.delete(category);
      }
      return withdrawn.some(([, elements]) => elements.some((element) => element instanceof HTMLScriptElement));
    },
  };
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
