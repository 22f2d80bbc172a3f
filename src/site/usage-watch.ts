/**
 * Key of a global symbol, since the site's bundle and the renderer share no module. Under it the renderer puts a
 * function that the site's React calls with what a component uses, for example "useState".
 */
export const USAGE_WATCH = "sitegen.usage-watch";
