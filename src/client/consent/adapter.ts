/**
 * The one place that knows the consent library. Another service is plugged in by another `consent` function that
 * opens its choice or grants a category, and calls `publishConsent` whenever something changes.
 */
import * as library from "vanilla-cookieconsent";
import type { Shared } from "../../content/payload.ts";
import type { ConsentCategory } from "../../kit/consent.ts";
import { word } from "../../kit/word.ts";
import stylesheet from "./consent.css?url";
import { CONSENT_COOKIE, publishConsent } from "./stored.ts";

export interface ConsentInput {
  shared: Shared;
  /** Open the choice, or store that a category is allowed. */
  want: "choice" | { allow: ConsentCategory };
}

/** Closes the choice where it is open; nothing is decided by that. */
export function closeChoice(): void {
  library.hidePreferences();
}

export async function consent({ shared, want }: ConsentInput): Promise<void> {
  if (!document.getElementById("cc-main")) await begin(shared);
  if (want === "choice") return library.showPreferences();
  library.acceptCategory(["necessary", want.allow, ...(library.getUserPreferences().acceptedCategories ?? [])]);
  publishConsent();
}

async function begin(shared: Shared): Promise<void> {
  await loadStyles();
  await library.run({
    // The library takes every automated browser for a search engine otherwise.
    hideFromBots: false,
    autoShow: false,
    cookie: { name: CONSENT_COOKIE, path: shared.site.base },
    guiOptions: { preferencesModal: { layout: "box", equalWeightButtons: true, flipButtons: false } },
    categories: { necessary: { enabled: true, readOnly: true }, media: {} },
    language: { default: shared.lang, translations: { [shared.lang]: translation(shared) } },
    onFirstConsent: publishConsent,
    onChange: publishConsent,
  });
}

function translation(shared: Shared): library.Translation {
  const t = (name: string) => word(shared, name);
  return {
    consentModal: {},
    preferencesModal: {
      title: t("consent_title"),
      acceptAllBtn: t("consent_accept_all"),
      acceptNecessaryBtn: t("consent_reject_all"),
      savePreferencesBtn: t("consent_save"),
      closeIconLabel: t("consent_close"),
      sections: [
        { title: t("consent_intro_title"), description: t("consent_intro") },
        { title: t("consent_necessary"), description: t("consent_necessary_text"), linkedCategory: "necessary" },
        { title: t("consent_media"), description: t("consent_media_text"), linkedCategory: "media" },
      ],
    },
  };
}

/** The dialog must not show unstyled; without its styles it is still usable, so a failure does not stop it. */
function loadStyles(): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = stylesheet;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
