/** The stylesheets of what is on the page. What every page needs comes with the document and stays. */

/** A page's stylesheet could not be loaded. */
export class StylesError extends Error {}

/**
 * Loads those of a page's stylesheets that are not in use, without using them; the returned function puts them in the
 * places of those that the page has no use for, so that each page is shown with exactly the styles that it has when it
 * is loaded in full, in the same order. Throws StylesError.
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
      // As the document of a full load has it.
      link.setAttribute(PAGE, "");
      link.removeAttribute("fetchpriority");
      link.removeAttribute("media");
      document.querySelector(preloadOf(href))?.remove();
    }
  };
}

/** Asks for a page's stylesheets ahead of a navigation. */
export function preloadStyles(hrefs: readonly string[] = []): void {
  const known = new Set(current().map(addressOf));
  for (const href of hrefs) {
    if (known.has(href) || document.querySelector(preloadOf(href))) continue;
    document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "style", href }));
  }
}

const PAGE = "data-page-styles";

/** Puts a link for each stylesheet that is not in use where it belongs among those that are. */
function addLinks(hrefs: readonly string[]): HTMLLinkElement[] {
  const used = new Map(current().map((link) => [addressOf(link), link]));
  let before: Element | null = commonLink();
  return hrefs.flatMap((href) => {
    const known = used.get(href);
    // A medium that never applies: the file is loaded, and its rules wait.
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

/** Whether it could be loaded. */
function loaded(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    link.onload = () => resolve(true);
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
