/**
 * Name of the global symbol under which the renderer puts the function that a site's React tells what components use:
 * `(what: string) => void`, for example "useState". The site's bundle and the renderer share no module.
 */
export const USAGE_WATCH = "sitegen.usage-watch";
