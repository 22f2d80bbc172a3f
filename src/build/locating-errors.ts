import { runPure } from "../render/pure-render.ts";
import { withLocation } from "./source-location.ts";

/** Runs the site's data files and the definition's functions. Throws errors with their place in the site's code. */
export function locatingErrors<T>(make: () => T): T {
  try {
    return runPure(make);
  } catch (cause) {
    throw withLocation(cause);
  }
}
