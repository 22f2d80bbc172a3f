/** `pluginData` of a resolve that a plugin started itself: plugins skip it, or they would call each other endlessly. */
export const NESTED_RESOLVE = "sitegen-inner";
