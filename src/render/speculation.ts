/** What a document has so that browsers prerender the next page, and so that a prerendered page counts no visit. */
import type { HeadTag } from "../site/definition.ts";
import type { ResolvedSpeculation } from "../site/speculation.ts";
import type { EnvironmentTags } from "../site/tags.ts";
import { renderTag, renderTags } from "./custom-head-tags.ts";
import { hashSource } from "./script-hashes.ts";

/** Links that a browser must not follow by itself, whatever they lead to. */
const OWN_BEHAVIOUR = ["download", "target=_blank", "rel~=nofollow", "data-cookie-settings"];

/** Rules for links to pages of the site: not for files. */
export function speculationRules({ eagerness, action, exclude }: ResolvedSpeculation, base: string): string {
  const left = ["/_assets/*", "/*.:ext([a-z0-9]+)", ...exclude];
  const where = {
    and: [
      { href_matches: `${base}*` },
      { not: { href_matches: left.map((path) => base + path.slice(1)) } },
      { not: { selector_matches: OWN_BEHAVIOUR.map((attribute) => `[${attribute}]`) } },
    ],
  };
  return JSON.stringify({ [action]: [{ where, eagerness }] });
}

/**
 * Adds the scripts of a template to the document: at once where the page is visited, else once it is. A script that the
 * parser would run after the document waits for that too.
 */
const VISIT =
  '{const put=t=>{for(const e of[...t.content.children]){const s=document.createElement("script");for(const a of e.attributes)s.setAttribute(a.name,a.value);s.textContent=e.textContent;s.async=e.hasAttribute("async");const add=()=>t.before(s);document.readyState=="loading"&&(e.hasAttribute("defer")||e.type=="module")?addEventListener("DOMContentLoaded",add):add()}},t=document.currentScript.previousElementSibling;document.prerendering?document.addEventListener("prerenderingchange",()=>put(t),{once:true}):put(t)}';

/**
 * The site's tags, its scripts in a template from which `VISIT` takes them, together with that of the consent choice,
 * which loads others. Scripts that say `prerender` stay as they are.
 */
export function speculatingTags(
  { tags, gated }: EnvironmentTags,
  { consent, rules }: { consent: string; rules: string },
): string[] {
  const asks: HeadTag[] = consent === "" ? [] : [{ tag: "script", attributes: { type: "module", src: consent } }];
  const waiting = [...asks, ...tags.filter(waits)];
  const template = `<template data-visit>${waiting.map(renderTag).join("")}</template><script>${VISIT}</script>`;
  return [
    `<script type="speculationrules">${rules}</script>`,
    ...(waiting.length > 0 ? [template] : []),
    ...renderTags({ tags: tags.filter((tag) => !waits(tag)), gated }),
  ];
}

/** A script that runs, not a data block. */
function waits({ tag, attributes = {}, prerender = false }: HeadTag): boolean {
  const { type = "" } = attributes;
  return tag === "script" && !prerender && (type === "" || type === true || /module$|javascript/.test(type));
}

/** Sources of these scripts for the security policy. */
export function speculationHashes(speculation: ResolvedSpeculation | null | undefined, base: string): string[] {
  if (!speculation) return [];
  return [speculationRules(speculation, base), VISIT].map(hashSource);
}
