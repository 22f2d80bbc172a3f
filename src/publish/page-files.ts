/** Paths of a route's files below the output folder: `/de/team/` -> `de/team/index.html`. */
export function pageFile(path: string): string {
  return `${path.slice(1)}index.html`;
}

/** The file of a language's words. It is not below `_assets/`, where names never get other content. */
export function wordsFile(home: string): string {
  return `${home.slice(1)}_words.json`;
}

export function payloadFile(path: string): string {
  return `${path.slice(1)}_payload.json`;
}

/** Path of the page whose file it is, or would be: `de/team/_payload.json` -> `/de/team/`; null for all others. */
export function pageOfFile(file: string): string | null {
  return /(?:^|\/)(?:index\.html|_payload\.json)$/.test(file) ? `/${file.slice(0, file.lastIndexOf("/") + 1)}` : null;
}

/** Where visitors get a file: `old/index.html` -> `/old/`. */
export function servedPath(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, "$1")}`;
}
