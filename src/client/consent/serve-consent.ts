import type { Shared } from "../../content/payload.ts";
import { CONSENT_OPEN, CONSENT_REQUEST, type ConsentCategory } from "../../kit/consent.ts";
import { publishConsent } from "./stored.ts";

const SETTINGS_LINK = "[data-cookie-settings]";
const NOTICE = "cookie-settings";

/**
 * Answers what the page asks of the consent service. The site stores nothing optional and loads nothing from others
 * by itself, so there is no banner: the choice opens from the footer's link, and an embed asks where it stands.
 */
export function serveConsent(shared: () => Shared): ConsentService {
  publishConsent();
  const service = () => import("./adapter.ts");
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
    const { category } = (event as CustomEvent<{ category: ConsentCategory }>).detail;
    void service()
      .then(({ consent }) => consent({ shared: shared(), want: { allow: category } }))
      .catch(giveUp);
  });
  return { close: () => close() };
}

export interface ConsentService {
  /** Closes the choice, which must not lie over the next page. */
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
