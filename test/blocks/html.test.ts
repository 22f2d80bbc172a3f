import { HtmlValidate } from "html-validate";
import { expect, it } from "vitest";
import { galleryPage, themes } from "./gallery.tsx";

const validator = new HtmlValidate({
  extends: ["html-validate:standard", "html-validate:a11y"],
  rules: {
    // React's own spelling and void elements.
    "attr-case": "off",
    "void-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    "doctype-style": "off",
    // Long titles are the fixtures' own; phone numbers are content; style carries data as custom properties only.
    "long-title": "off",
    "tel-non-breaking": "off",
    "no-inline-style": "off",
  },
});

// A theme changes attributes and a language words: each theme once and each language once.
it.each([...themes.map((theme) => [theme, "en"] as const), ["light", "de"] as const])(
  "writes valid HTML for every block: %s, %s",
  async (theme, lang) => {
    const report = await validator.validateString(galleryPage({ theme, lang, css: "" }));
    const messages = report.results.flatMap((result) => result.messages);
    expect(messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`)).toEqual([]);
  },
);
