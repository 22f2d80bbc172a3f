import type { Lang } from "../content/model.ts";
import { sitegenError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import type { OutputTransaction } from "../publish/output-transaction.ts";
import { fileOfReference } from "../publish/references.ts";
import type { PageFiles } from "../render/head.ts";
import { type ByLanguage, forLanguage } from "../site/by-language.ts";
import { domainPath } from "../site/domains.ts";
import { languageOf } from "../site/languages.ts";
import type { RenderContext } from "./render-context.ts";

/** Local files that one page refers to. */
export interface PageReferences {
  /** Files of the site itself and assets; only those that this thread had not found before. */
  assets: string[];
  /** What is neither an asset nor a page of the site: a redirect, or nothing at all. */
  loose: string[];
}

/** Attributes that hold an address, and those that hold several with what parts them. */
const ATTRIBUTES: Readonly<Record<string, string | null>> = {
  href: null,
  src: null,
  poster: null,
  action: null,
  "data-app": null,
  "data-shared": null,
  srcset: ",",
  "data-chunks": " ",
};

/** What of a render context decides whether a URL is one of the site. */
export interface ReferenceContext {
  site: Pick<RenderContext["site"], "paths">;
  settings: Pick<RenderContext["settings"], "base" | "contactEndpoint">;
  files: ByLanguage<Pick<PageFiles, "feeds">>;
  definition: Pick<RenderContext["definition"], "languages">;
}

/** Finds what a page's HTML refers to. Links between pages of the site need no look: their routes were asked for. */
export function createReferenceFinder({
  site,
  settings,
  files,
  definition,
}: ReferenceContext): (lang: Lang, html: string) => PageReferences {
  const { base } = settings;
  const seenIn = new Map<string, Set<string>>();
  // A home that is missing is said once, by checkSpaceFitsDefinition, and not of every page that links to it.
  const homes = new Set(definition.languages.map(({ home }) => home));
  return (lang, html) => {
    const language = languageOf(definition.languages, lang);
    // The contact form's target is no page.
    const seen = seenIn.get(language.folder) ?? new Set([settings.contactEndpoint]);
    seenIn.set(language.folder, seen);
    const assets: string[] = [];
    const loose = new Set<string>();
    const note = (found: string) => {
      if (seen.has(found) || !found.startsWith(base) || found.startsWith("//")) return;
      const address = copyOf(found);
      const here = fileOfReference(address.slice(base.length).replaceAll("&amp;", "&"));
      const file = domainPath(language, here);
      if (here.startsWith("_assets/")) {
        assets.push(file);
      } else if (
        !site.paths.has(pathOf(file)) &&
        !homes.has(pathOf(file)) &&
        !forLanguage(files, lang).feeds.some((feed) => feed.href === address)
      ) {
        loose.add(file);
        return;
      }
      seen.add(address);
    };
    for (const [name, value] of localAttributes(html)) {
      const parting = ATTRIBUTES[name];
      if (parting === null) note(value);
      else for (const part of value.split(parting ?? "")) note(part.trim().split(" ")[0] ?? "");
    }
    return { assets, loose: [...loose] };
  };
}

/**
 * The attributes above whose value begins at the site's root. Found by their value, since most attributes are others.
 */
function* localAttributes(html: string): Iterable<[name: string, value: string]> {
  for (let at = html.indexOf('="/'); at !== -1; at = html.indexOf('="/', at + 3)) {
    const name = html.slice(html.lastIndexOf(" ", at) + 1, at);
    if (Object.hasOwn(ATTRIBUTES, name)) yield [name, html.slice(at + 2, html.indexOf('"', at + 2))];
  }
}

function pathOf(file: string): string {
  return `/${file.replace(/index\.html$/, "")}`;
}

/** A piece cut out of a page keeps the whole page in memory; a copy does not. */
function copyOf(piece: string): string {
  return Buffer.from(piece).toString();
}

/** What all pages of a build refer to, rendered or kept. */
export interface References {
  add(page: string, references: PageReferences): void;
  /** A missing asset stops the build; a link that leads nowhere is the editor's to fix. */
  verify(output: OutputTransaction): Problem[];
}

export function createReferences(): References {
  const assets = new Map<string, string>();
  const loose: [page: string, file: string][] = [];
  return {
    add(page, references) {
      for (const file of references.assets) if (!assets.has(file)) assets.set(file, page);
      for (const file of references.loose) loose.push([page, file]);
    },
    verify(output) {
      const has = (file: string) => output.has(file);
      for (const [file, page] of assets) {
        if (isThere(file, has)) continue;
        throw sitegenError("PUBLISH_INCOMPLETE", {
          message: `${page} refers to ${file}, which is not part of the build.`,
        });
      }
      const sorted = loose.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
      return sorted.flatMap(([page, file]) => brokenLinks(page, [file], has));
    },
  };
}

function isThere(file: string, has: (file: string) => boolean): boolean {
  return has(file) || has(`${file}/index.html`);
}

/** Of a page's loose references, those that lead nowhere. */
export function brokenLinks(page: string, loose: readonly string[], has: (file: string) => boolean): Problem[] {
  return loose.filter((file) => !isThere(file, has)).map((file) => brokenLink(file, page));
}

function brokenLink(file: string, page: string): Problem {
  return {
    severity: "warning",
    code: "CONTENT_BROKEN_ADDRESS",
    message: `A link leads to ${pathOf(file)}, where the site has no page.`,
    story: page.replace(/^\/|\/$/g, "") || "home",
    path: "",
    hint: "Choose the story instead of typing its address, or fix the address.",
  };
}
