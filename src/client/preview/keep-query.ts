const PREFIX = "_storyblok";

/**
 * Links keep the editor's query, so that the next page is previewed too. They load in full: `serve` then renders that
 * page's draft, and the editor's script can intercept the click that selects a block. Links to pages of another space do
 * not: their drafts are not this editor's.
 */
export function keepQueryOnLinks(isOfSpace: (pathname: string) => boolean): void {
  const own = [...new URLSearchParams(location.search)].filter(([key]) => key.startsWith(PREFIX));
  document.addEventListener(
    "click",
    ({ target }) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link instanceof HTMLAnchorElement && isOwnPage(link) && isOfSpace(link.pathname)) carry(link, own);
    },
    true,
  );
}

function isOwnPage(link: HTMLAnchorElement): boolean {
  return link.origin === location.origin && (link.target === "" || link.target === "_self") && !link.download;
}

function carry(link: HTMLAnchorElement, own: readonly (readonly [string, string])[]): void {
  const query = new URLSearchParams(link.search);
  if ([...query.keys()].some((key) => key.startsWith(PREFIX))) return;
  for (const [key, value] of own) query.append(key, value);
  link.search = query.toString();
}
