/** The stylesheet of what is on the page. What every page needs comes with the document and stays. */

/** A page's stylesheet could not be loaded. */
export class StylesError extends Error {}

/**
 * Loads a page's stylesheet without using it; the returned function puts it in the place of the one in use, so that
 * each page is shown with exactly the styles that it has when it is loaded in full. Throws StylesError.
 */
export async function loadStyles(href: string | undefined): Promise<() => void> {
  if (href === undefined || href === addressOf(current())) return () => {};
  if (href === "") return () => current()?.remove();
  // A medium that never applies: the file is loaded, and its rules wait.
  const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href, media: "not all" });
  link.fetchPriority = "high";
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      reject(new StylesError(`The stylesheet ${href} could not be loaded.`));
    };
    const before = current() ?? document.querySelector('link[rel="stylesheet"]');
    if (before) before.after(link);
    else document.head.append(link);
  });
  return () => {
    if (link.hasAttribute(PAGE)) return;
    current()?.remove();
    // As the document of a full load has it.
    link.setAttribute(PAGE, "");
    link.removeAttribute("fetchpriority");
    link.removeAttribute("media");
    document.querySelector(`link[rel="preload"][href="${href}"]`)?.remove();
  };
}

/** Asks for a page's stylesheet ahead of a navigation. */
export function preloadStyles(href: string | undefined): void {
  if (!href || href === addressOf(current()) || document.querySelector(`link[rel="preload"][href="${href}"]`)) return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "preload", as: "style", href }));
}

const PAGE = "data-page-styles";

function current(): HTMLLinkElement | null {
  return document.querySelector<HTMLLinkElement>(`link[${PAGE}]`);
}

function addressOf(link: HTMLLinkElement | null): string | null {
  return link?.getAttribute("href") ?? null;
}
