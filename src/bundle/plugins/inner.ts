/** Marks a resolution that a plugin asked for itself: the plugins leave it to the bundler, or they would ask each other forever. */
export const INNER = "sitegen-inner";
