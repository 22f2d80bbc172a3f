/**
 * The only module that uses the consent library. To use another service, replace the `consent` function: it opens the
 * choice or grants a category, and calls `publishConsent` after each change.
 */
import { ask, categories, revision } from "virtual:sitegen/consent";
import * as library from "vanilla-cookieconsent";
import { escapeRegex } from "../../content/rules/escape-regex.ts";
import { CONSENT_CHANGED, hasConsent } from "../../kit/consent.ts";
import { word } from "../../kit/word.ts";
import type { Shared } from "../../site/api/payload.ts";
import type { ResolvedCategory } from "../../site/consent.ts";
// Its name is part of its address, which must not say "consent": blockers refuse such files.
import stylesheet from "./dialog.css?url";
import { publishConsent } from "./publish-consent.ts";
import { CONSENT_COOKIE } from "./stored.ts";

/** Closes the choice if it is open, without a decision. */
export function closeChoice(): void {
  library.hidePreferences();
}

let beginning: Promise<void> | undefined;

// Where the choice was made elsewhere, the library still asks, or shows the former one: it begins anew when needed.
window.addEventListener(CONSENT_CHANGED, () => {
  if (!categories.some(({ code }) => library.acceptedCategory(code) !== hasConsent(code))) return;
  library.reset();
  beginning = undefined;
});

/** Opens the choice, asks a visitor who has not decided, or grants a category. */
export async function consent({
  shared,
  want,
}: {
  shared: Shared;
  want: "choice" | "answer" | { allow: string };
}): Promise<void> {
  // Once, for the first caller.
  beginning ??= run(shared);
  await beginning;
  if (want === "choice") return library.showPreferences();
  if (want === "answer") return library.show(true);
  library.acceptCategory([...required(), want.allow, ...(library.getUserPreferences().acceptedCategories ?? [])]);
  publishConsent();
}

function required(): string[] {
  return categories.filter((category) => category.required).map(({ code }) => code);
}

async function run(shared: Shared): Promise<void> {
  await loadStyles();
  await library.run({
    // Otherwise the library treats automated browsers as search engines.
    hideFromBots: false,
    autoShow: false,
    cookie: { name: CONSENT_COOKIE, path: shared.site.base },
    revision,
    guiOptions: {
      consentModal: { layout: "box", position: "bottom left", equalWeightButtons: true, flipButtons: false },
      preferencesModal: { layout: "box", equalWeightButtons: true, flipButtons: false },
    },
    categories: Object.fromEntries(categories.map((category) => [category.code, libraryCategory(category)])),
    language: {
      default: shared.lang,
      rtl: document.documentElement.dir === "rtl" ? shared.lang : [],
      translations: { [shared.lang]: translation(shared) },
    },
    onFirstConsent: publishConsent,
    onChange: publishConsent,
  });
}

function libraryCategory({ required, cookies }: ResolvedCategory): library.Category {
  const named = (name: string) => (name.endsWith("*") ? new RegExp(`^${escapeRegex(name.slice(0, -1))}`) : name);
  return {
    ...(required && { enabled: true, readOnly: true }),
    ...(cookies.length > 0 && { autoClear: { cookies: cookies.map((name) => ({ name: named(name) })) } }),
  };
}

function translation(shared: Shared): library.Translation {
  const t = (name: string) => word(shared, name);
  return {
    consentModal: ask
      ? {
          title: t("consent_ask_title"),
          description: t("consent_ask_text"),
          acceptAllBtn: t("consent_accept_all"),
          acceptNecessaryBtn: t("consent_reject_all"),
          showPreferencesBtn: t("consent_ask_choose"),
        }
      : {},
    preferencesModal: {
      title: t("consent_title"),
      acceptAllBtn: t("consent_accept_all"),
      acceptNecessaryBtn: t("consent_reject_all"),
      savePreferencesBtn: t("consent_save"),
      closeIconLabel: t("consent_close"),
      sections: [
        { title: t("consent_intro_title"), description: t("consent_intro") },
        ...categories.map(({ code }) => ({
          title: t(`consent_${code}`),
          description: t(`consent_${code}_text`),
          linkedCategory: code,
        })),
      ],
    },
  };
}

/** The dialog should not appear unstyled. It is usable without styles, so an error does not stop it. */
function loadStyles(): Promise<void> {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = stylesheet;
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  });
}
