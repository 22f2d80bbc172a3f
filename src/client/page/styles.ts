/** The stylesheets of the current page. The common ones are in the document and stay. */

/** A page's stylesheet could not be loaded. */
export class StylesError extends Error {}

/**
 * Loads a page's stylesheets that are not in use yet, without applying them. The returned function applies them in
 * place of those the page does not need, so that the page has exactly the same styles in the same order as after a full
 * load. Throws StylesError.
 */
export async function loadStyles(hrefs: readonly string[] | undefined): Promise<() => void> {
  if (hrefs === undefined) return () => {};
  const fresh = addLinks(hrefs);
  const failed = (await Promise.all(fresh.map(loaded))).indexOf(false);
  if (failed >= 0) {
    for (const link of fresh) link.remove();
    throw new StylesError(`The stylesheet ${addressOf(fresh[failed])} could not be loaded.`);
  }
  return () => {
    for (const link of current()) if (!hrefs.includes(addressOf(link))) link.remove();
    const used = new Set(current().map(addressOf));
    for (const link of fresh) {
      const href = addressOf(link);
      if (used.has(href)) continue;
      // As in the document of a full load.
      link.setAttribute(PAGE, "");
      link.removeAttribute("fetchpriority");
      link.removeAttribute("media");
      document.querySelector(preloadOf(href))?.remove();
    }
  };
}

/** Preloads a page's stylesheets. */
export function preloadStyles(hrefs: readonly string[] = []): void {
  const known = new Set(current().map(addressOf));
  for (const href of hrefs) {
    if (known.has(href) || document.querySelector(preloadOf(href))) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "style", href }));
  }
}

const PAGE = "data-page-styles";

/** Inserts a link for each new stylesheet at its position among the existing ones. */
function addLinks(hrefs: readonly string[]): HTMLLinkElement[] {
  const used = new Map(current().map((link) => [addressOf(link), link]));
  let before: Element | null = commonLink();
  return hrefs.flatMap((href) => {
    const known = used.get(href);
    // A media query that never matches: the file loads, but its rules do not apply.
    const link = known ?? Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: "not all" });
    if (!known) {
      link.fetchPriority = "high";
      if (before) before.after(link);
      else document.head.append(link);
    }
    before = link;
    return known ? [] : [link];
  });
}

/** Resolves to whether it could be loaded. */
function loaded(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    // A page that a network or host sends in its place has no rules.
    link.onload = () => resolve(Boolean(link.sheet?.cssRules.length));
    link.onerror = () => resolve(false);
  });
}

/** The last link before those of the page. */
function commonLink(): Element | null {
  const links = [...document.head.querySelectorAll('link[rel="stylesheet"]')];
  const first = links.findIndex((link) => link.hasAttribute(PAGE));
  return links[first < 0 ? 0 : first - 1] ?? null;
}

function current(): HTMLLinkElement[] {
  return [...document.querySelectorAll<HTMLLinkElement>(`link[${PAGE}]`)];
}

function addressOf(link: HTMLLinkElement | undefined): string {
  return link?.getAttribute("href") ?? "";
}

function preloadOf(href: string): string {
  return `link[rel="preload"][href="${href}"]`;
}
