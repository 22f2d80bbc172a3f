import { Document } from "virtual:sitegen/app";
import type { Payload, Shared } from "../../site/api/payload.ts";

interface Page {
  payload: Payload;
  shared: Shared;
}

type Attributes = Readonly<Record<string, string | true>>;

/** Replaces the site's attributes of `<html>` and `<body>` with those of the new page. */
export function updateDocument(before: Page, now: Page): void {
  if (!Document) return;
  const old = Document(before);
  const next = Document(now);
  replace(document.documentElement, old.html ?? {}, next.html ?? {});
  replace(document.body, old.body ?? {}, next.body ?? {});
}

function replace(element: HTMLElement, old: Attributes, next: Attributes): void {
  for (const name of Object.keys(old)) if (name !== "class" && !(name in next)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(next))
    if (name !== "class") element.setAttribute(name, value === true ? "" : value);
  // Others, such as the consent dialog, add classes too.
  element.classList.remove(...classes(old));
  element.classList.add(...classes(next));
}

function classes({ class: value }: Attributes): string[] {
  return typeof value === "string" ? value.split(/\s+/).filter(Boolean) : [];
}
