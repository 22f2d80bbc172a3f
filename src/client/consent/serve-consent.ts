import type { Shared } from "../../content/payload.ts";
import { CONSENT_OPEN, CONSENT_REQUEST, type ConsentCategory } from "../../kit/consent.ts";
import { publishConsent } from "./stored.ts";

const SETTINGS_LINK = "[data-cookie-settings]";

/**
 * Answers what the page asks of the consent service. The site stores nothing optional and loads nothing from others
 * by itself, so there is no banner: the choice opens from the footer's link, and an embed asks where it stands.
 */
export function serveConsent(shared: () => Shared): void {
  publishConsent();
  const service = () => import("./adapter.ts");
  const open = () =>
    void service()
      .then(({ consent }) => consent({ shared: shared(), want: "choice" }))
      .catch(giveUp);
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(SETTINGS_LINK) : null;
    if (!link) return;
    event.preventDefault();
    open();
  });
  window.addEventListener(CONSENT_OPEN, open);
  window.addEventListener(CONSENT_REQUEST, (event) => {
    const { category } = (event as CustomEvent<{ category: ConsentCategory }>).detail;
    void service()
      .then(({ consent }) => consent({ shared: shared(), want: { allow: category } }))
      .catch(giveUp);
  });
}

/** Without the library nothing is stored; an embed still plays this once, since the visitor pressed its button. */
function giveUp(error: unknown): void {
  console.warn("The consent choice could not be opened.", error);
}
