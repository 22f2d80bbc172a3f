import type { Shared } from "../../content/payload.ts";
import { label } from "../../content/rules/labels.ts";

/** name: [English, German]; a label of the same name wins. What the form says before it is sent is in the blocks. */
const TEXTS = {
  form_missing: ["Please fill in this field.", "Bitte füllen Sie dieses Feld aus."],
  form_wrong_email: [
    "Please enter an email address such as name@example.org.",
    "Bitte geben Sie eine E-Mail-Adresse wie name@beispiel.de ein.",
  ],
  form_wrong: ["Please check this entry.", "Bitte prüfen Sie diese Angabe."],
  form_unchecked: [
    "Please agree, so that we may answer you.",
    "Bitte stimmen Sie zu, damit wir Ihnen antworten dürfen.",
  ],
  form_invalid: ["Please check the marked fields.", "Bitte prüfen Sie die markierten Felder."],
} as const satisfies Record<string, readonly [string, string]>;

export type FormTextName = keyof typeof TEXTS;

export function formText({ lang, labels }: Shared, name: FormTextName): string {
  return label(labels, name) || TEXTS[name][lang === "de" ? 1 : 0];
}
