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
