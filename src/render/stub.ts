import { hrefOfEncoded, languageOfPath, type SiteAddress } from "../content/rules/paths.ts";
import type { StubTargets } from "../redirects/stubs.ts";
import { escapeHtml, scriptJson } from "./escape.ts";
import { loadTemplate } from "./load-template.ts";

const SLOTS = ["lang", "title", "canonical", "rules", "refresh", "text", "link", "more"] as const;
type Slot = (typeof SLOTS)[number];

export interface StubSite {
  address: SiteAddress;
  /** "This page has moved" in a language. */
  moved(lang: string): string;
}

export interface StubTemplate {
  render(stub: StubTargets, site: StubSite): string;
}

/**
 * Reads the template of redirect stubs. All stubs have the same script, which reads the targets from a JSON element, so
 * the policy needs one hash (script-hashes.ts). The script runs before the meta refresh, evaluates query conditions,
 * keeps query and hash, and disables the refresh. Without JavaScript, the refresh and a link lead to the plain target.
 */
export function loadStub(path: string): StubTemplate {
  const template = loadTemplate(path, SLOTS);
  return {
    render(stub, site) {
      const values = stubValues(stub, site);
      return template.replace(/\{\{(\w+)\}\}/g, (whole, slot: string) =>
        slot in values ? values[slot as Slot] : whole,
      );
    },
  };
}

function stubValues(stub: StubTargets, site: StubSite): Record<Slot, string> {
  const { address } = site;
  const own = languageOfPath(stub.from, address.languages);
  const publicHref = (to: string): string => (to.startsWith("/") ? hrefOfEncoded(address, to, own.code) : to);
  const to = publicHref(stub.to);
  const rules = stub.conditions.map((condition) => ({ query: condition.query, to: publicHref(condition.to) }));
  const target = stub.to.startsWith("/") ? languageOfPath(stub.to, address.languages) : own;
  const others = [...new Set(rules.map((rule) => rule.to))].filter((other) => other !== to);
  const canonical = (to.startsWith("/") ? own.origin || address.origin : "") + to.replace(/#.*$/s, "");
  return {
    lang: target.locale,
    title: escapeHtml(site.moved(target.code)),
    canonical: escapeHtml(canonical),
    rules: scriptJson(JSON.stringify({ to, rules })),
    refresh: escapeHtml(to),
    text: escapeHtml(`${site.moved(target.code)}:`),
    link: linkTo(to),
    more: others.map((other) => `<p>${linkTo(other)}</p>`).join("\n"),
  };
}

function linkTo(href: string): string {
  return `<a href="${escapeHtml(href)}">${escapeHtml(href)}</a>`;
}
