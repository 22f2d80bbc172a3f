import { loadDialog } from "virtual:sitegen/consent";
import type { Shared } from "../../content/payload.ts";
import { CONSENT_OPEN, CONSENT_REQUEST } from "../../kit/consent.ts";
import { publishConsent } from "./publish-consent.ts";

const SETTINGS_LINK = "[data-cookie-settings]";
const NOTICE = "cookie-settings";

/**
 * Answers what the page asks of the consent service: the choice opens from a link of the site, and an embed asks where
 * it stands. Whether a visitor is asked by itself is decided before the app runs (start.ts). A site without categories
 * has no dialog, so nothing answers.
 */
export function createConsentService(shared: () => Shared): ConsentService {
  publishConsent();
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

export interface ConsentService {
  /** Closes the choice, which must not be over the next page. */
  close(): void;
}

/** The notice that the link leads to without script says what is the case. */
function sayUnavailable(): void {
  const notice = document.getElementById(NOTICE);
  if (!notice) return;
  notice.dataset.shown = "";
  notice.tabIndex = -1;
  notice.focus();
}

/** Without the library nothing is stored; an embed still plays this once, since the visitor pressed its button. */
function giveUp(error: unknown): void {
  console.warn("The consent choice could not be opened.", error);
}
