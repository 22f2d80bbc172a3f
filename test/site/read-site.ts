/** The generated sample site as a set of files with parsed pages. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { fullPayload } from "../../src/kit/document-payload.ts";
import type { Lang } from "../../src/site/api/model.ts";
import type { Payload, Shared } from "../../src/site/api/payload.ts";
import { sampleSite } from "../helpers/sample-site.ts";
import { all, attribute, first, type HtmlElement, readHtml } from "./html.ts";

/** As in test/helpers/sample-site.ts. */
export const ORIGIN = "https://www.werklicht.example";

export interface SitePage {
  /** Path with slashes at both ends; for an error page the path of its file. */
  path: string;
  file: string;
  lang: Lang;
  source: string;
  root: HtmlElement;
  head: HtmlElement;
  main: HtmlElement;
  payload: Payload;
  /** The embedded payload: for a page what hydration needs, for an error page everything. */
  inline: Payload;
}

export interface ReadSite {
  out: string;
  /** All files, with relative paths. */
  files: ReadonlySet<string>;
  /** Pages with a payload, without error pages. */
  pages: SitePage[];
  errorPages: SitePage[];
  /** HTML files that redirect. */
  stubs: string[];
  text(file: string): string;
}

/** A worker's test files share one, which they do not change. */
let shared: Promise<ReadSite> | undefined;

export function readSite(): Promise<ReadSite> {
  shared ??= sampleSite().then(readFiles);
  return shared;
}

/** The state that a document names, as the browser puts it together. */
export function sharedOf({ text }: ReadSite, root: HtmlElement): Shared {
  const parts = ["data-shared", "data-words"].map((name) => text(attribute(first(root, "html"), name).slice(1)));
  return Object.assign({}, ...parts.map((part) => JSON.parse(part)));
}

function readFiles(out: string): ReadSite {
  const text = (file: string) => readFileSync(join(out, file), "utf8");
  const files = fg.sync("**/*", { cwd: out, dot: true }).sort();
  const html = files.filter((file) => file.endsWith(".html"));
  const apps = html.filter((file) => file.endsWith("404.html") || existsSync(join(out, file, "../_payload.json")));
  const pages = apps.map((file) => readPage(out, file));
  return {
    out,
    files: new Set(files),
    pages: pages.filter(({ payload }) => payload.kind === "page"),
    errorPages: pages.filter(({ payload }) => payload.kind === "error"),
    stubs: html.filter((file) => !apps.includes(file) && text(file).includes('http-equiv="refresh"')),
    text,
  };
}

/** The styles of all blocks, as loaded in the visual editor. */
export function allStyles({ files, text }: ReadSite): string {
  const sheets = ["site", "blocks", "late"].map((name) =>
    [...files].find((file) => new RegExp(`/${name}-\\w+\\.css$`).test(file)),
  );
  return sheets.map((file) => text(file ?? "")).join("\n");
}

function readPage(out: string, file: string): SitePage {
  const source = readFileSync(join(out, file), "utf8");
  const root = readHtml(source);
  // An error page embeds its whole payload, other pages only what hydration needs.
  const whole = join(out, file, "../_payload.json");
  const script = all(root, "script").find((one) => attribute(one, "id") === "payload");
  const title = String(first(root, "title")?.children[0] ?? "");
  const inline = fullPayload(JSON.parse(String(script?.children[0])), title) as Payload;
  return {
    path: `/${file.replace(/index\.html$/, "")}`,
    file,
    lang: file.startsWith("de/") ? "de" : "en",
    source,
    root,
    head: first(root, "head"),
    main: first(root, "main"),
    payload: file.endsWith("404.html") ? inline : (JSON.parse(readFileSync(whole, "utf8")) as Payload),
    inline,
  };
}

/** Faults of all pages without duplicates, each with its pages. */
export function faultsOf(pages: readonly SitePage[], check: (page: SitePage) => Iterable<string>): string[] {
  return grouped(pages.flatMap((page) => [...check(page)].map((fault) => ({ at: page.path, fault }))));
}

/** One failing test shows all faults, with one line for a fault of several pages. */
export function grouped(found: readonly { at: string; fault: string }[]): string[] {
  const places = new Map<string, string[]>();
  for (const { at, fault } of found) places.set(fault, [...(places.get(fault) ?? []), at]);
  return [...places].map(([fault, at]) => {
    const more = at.length > 3 ? ` and ${at.length - 3} more` : "";
    return `${fault}, on ${at.slice(0, 3).join(" ")}${more}`;
  });
}

/** Value of a `<meta>` by its name or property. */
export function meta(page: SitePage, name: string): string {
  const found = all(page.head, "meta").find((one) =>
    [attribute(one, "name"), attribute(one, "property")].includes(name),
  );
  return found ? attribute(found, "content") : "";
}

export function links(page: SitePage, rel: string): HtmlElement[] {
  return all(page.head, "link").filter((one) => attribute(one, "rel") === rel);
}
