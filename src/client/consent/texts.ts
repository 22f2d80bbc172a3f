import type { Shared } from "../../content/payload.ts";
import { label } from "../../content/rules/labels.ts";

/** name: [English, German]; a label of the same name wins, as for all words of the interface. */
const TEXTS = {
  consent_title: ["Cookie settings", "Cookie-Einstellungen"],
  consent_accept_all: ["Allow all", "Alle zulassen"],
  consent_reject_all: ["Necessary only", "Nur notwendige"],
  consent_save: ["Save choice", "Auswahl speichern"],
  consent_close: ["Close", "Schließen"],
  consent_intro_title: ["Your choice", "Ihre Wahl"],
  consent_intro: [
    "This site works without optional cookies and counts no visits. Decide here whether videos of other services may load without asking each time.",
    "Diese Website kommt ohne optionale Cookies aus und zählt keine Besuche. Entscheiden Sie hier, ob Videos anderer Dienste ohne erneute Rückfrage geladen werden dürfen.",
  ],
  consent_necessary: ["Necessary", "Notwendig"],
  consent_necessary_text: [
    "One cookie that remembers this choice for 182 days.",
    "Ein Cookie, das sich diese Wahl 182 Tage lang merkt.",
  ],
  consent_media: ["External videos", "Externe Videos"],
  consent_media_text: [
    "Playing a video from YouTube or Vimeo connects your browser to that service, which may store cookies.",
    "Beim Abspielen eines Videos von YouTube oder Vimeo verbindet sich Ihr Browser mit dem Dienst; dabei können Cookies gesetzt werden.",
  ],
} as const satisfies Record<string, readonly [string, string]>;

export type ConsentText = (name: keyof typeof TEXTS) => string;

export function consentTexts({ lang, labels }: Shared): ConsentText {
  return (name) => label(labels, name) || TEXTS[name][lang === "de" ? 1 : 0];
}
