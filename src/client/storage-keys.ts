/** Keys of sessionStorage. The cache utility removes all that begin like them. */
export const KEY_PREFIX = "sitegen:";

/** Followed by a path: until the time it holds, the page there stays static, since its app cannot run. */
export const STATIC_KEY = `${KEY_PREFIX}static`;

/** Scroll positions by history entry. */
export const SCROLL_KEY = `${KEY_PREFIX}scroll`;

/** Guard against reloading a path again and again, and what the visitor had typed before a reload. */
export const RELOAD_KEY = `${KEY_PREFIX}reload`;
export const RELOAD_STATE_KEY = `${KEY_PREFIX}reload:state`;
