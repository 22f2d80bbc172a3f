import type { ConfigData } from "html-validate";

/**
 * html-validate over whole pages: everything it recommends, accessibility and document rules included. What is off is
 * spelling that browsers read alike, with the reason beside it.
 */
export const HTML_RULES: ConfigData = {
  root: true,
  extends: ["html-validate:recommended", "html-validate:a11y", "html-validate:document"],
  rules: {
    // A film without controls may be named too: its name says what the pause button stops.
    "aria-label-misuse": ["error", { allowAnyNamable: true }],
    // React writes its own names (hrefLang), closes void elements and gives boolean attributes an empty value.
    "attr-case": "off",
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // A page repeats no default: repeated-defaults.test.ts. An input is one of text.
    "no-implicit-input-type": "off",
    "doctype-style": ["error", { style: "lowercase" }],
    // The site's own files come from the site's own origin.
    "require-sri": ["error", { target: "crossorigin" }],
    // A heading's id is made from its text and may begin with a digit, as HTML allows.
    "valid-id": ["error", { relaxed: true }],
    // How a phone number is written is the editors' matter.
    "tel-non-breaking": "off",
    // A style attribute may carry data as custom properties, nothing else.
    "no-inline-style": ["error", { allowedProperties: [] }],
  },
};
