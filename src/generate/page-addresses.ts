/** The addresses of the site's own files and pages in a page's HTML. */

/** Attributes with a URL; the value is the separator if there can be several. */
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

/** The distinct addresses below `base` in a page. The search starts from values, since most attributes have others. */
export function addressesIn(base: string, html: string): string[] {
  const found = new Set<string>();
  const note = (address: string) => {
    if (address.startsWith(base) && !address.startsWith("//")) found.add(address);
  };
  for (let at = html.indexOf('="/'); at !== -1; at = html.indexOf('="/', at + 3)) {
    const name = html.slice(html.lastIndexOf(" ", at) + 1, at);
    if (!Object.hasOwn(ATTRIBUTES, name)) continue;
    const value = html.slice(at + 2, html.indexOf('"', at + 2));
    const separator = ATTRIBUTES[name];
    if (separator === null) note(value);
    else for (const part of value.split(separator ?? "")) note(firstWord(part));
  }
  return [...found];
}

/** The address in a part of a `srcset`, which a width follows. */
function firstWord(part: string): string {
  const text = part.trim();
  const end = text.indexOf(" ");
  return end === -1 ? text : text.slice(0, end);
}
