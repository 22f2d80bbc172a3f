/** Keys of sessionStorage. The cache utility removes all with this prefix. */
export const KEY_PREFIX = "sitegen:";

/** Followed by a path: the page stays static until the stored time, since its app cannot run. */
export const STATIC_KEY = `${KEY_PREFIX}static`;

/** Scroll positions by history entry. */
export const SCROLL_KEY = `${KEY_PREFIX}scroll`;

/** Prevents reload loops, and keeps form input across a reload. */
export const RELOAD_KEY = `${KEY_PREFIX}reload`;
export const RELOAD_STATE_KEY = `${KEY_PREFIX}reload:state`;
