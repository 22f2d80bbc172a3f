/** Paths of a route's files below the output folder: `/de/team/` -> `de/team/index.html`. */
export function pageFile(path: string): string {
  return `${path.slice(1)}index.html`;
}

export function payloadFile(path: string): string {
  return `${path.slice(1)}_payload.json`;
}
