import type { ConfigData } from "html-validate";

/**
 * html-validate's recommended rules, including accessibility and document rules. Disabled are differences in spelling
 * that browsers treat alike, each with its reason.
 */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended", "html-validate:a11y", "html-validate:document"],
  rules: {
    // A video without controls may have a name, which tells what the pause button stops.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // React writes its own attribute names (hrefLang), closes void elements and gives boolean attributes an empty
    // value.
    "attr-case": "off",
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // Default attributes are omitted, see repeated-defaults.test.ts; an input's default type is text.
    "no-implicit-input-type": "off",
    "doctype-style": ["error", { style: "lowercase" }],
    // The site's own files come from its own origin.
    "require-sri": ["error", { target: "crossorigin" }],
    // A heading's id is derived from its text and may start with a digit, which HTML allows.
    "valid-id": ["error", { relaxed: true }],
    // Editors decide how a phone number is written.
    "tel-non-breaking": "off",
    // Style attributes may only carry data as custom properties.
    "no-inline-style": ["error", { allowedProperties: [] }],
  },
};
