import { hasConsent } from "../../kit/consent.ts";

const WAITING = "template[data-consent-category]";

/** The site's scripts and tags that wait for consent. */
export interface GatedTags {
  /** Puts the tags of every allowed category into the head, once each. */
  load(): void;
  /**
   * Takes the tags of withdrawn categories out again. True where a script was among them: what it started goes on until
   * the page is loaded again.
   */
  removeWithdrawn(): boolean;
}

export function createGatedTags(): GatedTags {
  /** Elements in the head by the category that they waited for. */
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

/** A script that was parsed inside a template never runs, also as a clone; one made by script does. */
function copyOf(element: Element): Element {
  const copy = document.createElement(element.localName);
  for (const { name, value } of element.attributes) copy.setAttribute(name, value);
  copy.textContent = element.textContent;
  // Made by script, a script is async unless it says otherwise; these keep their order.
  if (copy instanceof HTMLScriptElement) copy.async = element.hasAttribute("async");
  return copy;
}
