import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast } from "../helpers/contrast.ts";

const css = readFileSync(new URL("../../templates/styles/tokens.css", import.meta.url), "utf8");

/** Colour tokens of the rule whose selector list contains `selector`. */
function tokensOf(selector: string): Record<string, string> {
  const rules = css.matchAll(/([^{}]+)\{([^{}]*)\}/g);
  for (const [, selectors = "", body = ""] of rules) {
    const names = selectors.split("\n").map((line) => line.trim().replace(/,$/, ""));
    if (!names.includes(selector) || !body.includes("--paper")) continue;
    return Object.fromEntries([...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((found) => found.slice(1)));
  }
  throw new Error(`no tokens for ${selector}`);
}

const channels = (hex = "") => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));

const themes = {
  light: tokensOf(":root"),
  dark: tokensOf('[data-theme="dark"]'),
  inverted: tokensOf("body.is-inverted"),
  accent: tokensOf('[data-theme="accent"]'),
};

/** [text, background, minimum contrast]: WCAG 2.2 AA, 4.5 for text, 3 for controls and focus rings. */
const pairs: [string, string, number][] = [
  ["ink", "paper", 4.5],
  ["ink", "surface", 4.5],
  ["ink", "sunken", 4.5],
  ["ink-soft", "paper", 4.5],
  ["ink-soft", "surface", 4.5],
  ["ink-soft", "sunken", 4.5],
  ["ink-faint", "paper", 4.5],
  ["accent-text", "paper", 4.5],
  ["on-accent", "accent", 4.5],
  ["on-button", "button", 4.5],
  ["line-strong", "paper", 3],
  ["accent-text", "paper", 3],
  ["accent-text", "surface", 3],
];

describe.each(Object.entries(themes))("the %s theme", (_, tokens) => {
  it.each(pairs)("shows %s on %s at %d:1 or more", (text, ground, least) => {
    expect(contrast(channels(tokens[text]), channels(tokens[ground]))).toBeGreaterThanOrEqual(least);
  });
});

it("gives every theme the same tokens", () => {
  const names = (tokens: Record<string, string>) => Object.keys(tokens).filter((name) => name !== "inverted");
  for (const tokens of Object.values(themes)) expect(names(tokens)).toEqual(names(themes.light));
});
