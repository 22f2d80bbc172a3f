/** `pluginData` of a resolve started by a plugin, which plugins skip to avoid endless recursion. */
export const NESTED_RESOLVE = "sitegen-inner";
