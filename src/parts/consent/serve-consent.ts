import { loadDialog } from "virtual:sitegen/consent";
import { CONSENT_OPEN, CONSENT_REQUEST } from "../../kit/consent.ts";
import type { Shared } from "../../site/api/payload.ts";
import { publishConsent } from "./publish-consent.ts";

const SETTINGS_LINK = "[data-cookie-settings]";
const NOTICE = "cookie-settings";

/**
 * Handles the page's requests to the consent service: a link opens the choice, and an embed asks for its category.
 * Whether to ask a visitor unprompted is decided before the app runs (start.ts). A site without categories has no
 * dialog and no handler. `close` closes the choice, which must not cover the next page.
 */
export function createConsentService(shared: () => Shared): { close(): void } {
  // Told already where tags wait for consent (start.ts).
  if (document.documentElement.dataset.consent === undefined) publishConsent();
  const service = loadDialog;
  if (!service) return { close() {} };
  let close = () => {};
  const open = () =>
    void service()
      .then(({ consent, closeChoice }) => {
        close = closeChoice;
        return consent({ shared: shared(), want: "choice" });
      })
      .catch((error: unknown) => {
        giveUp(error);
        sayUnavailable();
      });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest(SETTINGS_LINK) : null;
    if (!link) return;
    event.preventDefault();
    open();
  });
  window.addEventListener(CONSENT_OPEN, open);
  window.addEventListener(CONSENT_REQUEST, (event) => {
    const { category } = (event as CustomEvent<{ category: string }>).detail;
    void service()
      .then(({ consent }) => consent({ shared: shared(), want: { allow: category } }))
      .catch(giveUp);
  });
  return { close: () => close() };
}

/** Shows the notice that the link leads to without script. */
function sayUnavailable(): void {
  const notice = document.getElementById(NOTICE);
  if (!notice) return;
  notice.dataset.shown = "";
  notice.tabIndex = -1;
  notice.focus();
}

/** Without the library nothing is stored; an embed still plays once, since the visitor pressed its button. */
function giveUp(error: unknown): void {
  console.warn("The consent choice could not be opened.", error);
}
