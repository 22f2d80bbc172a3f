/** Parts of a site: what runs in the browser for elements of any page, without hydration. */
import type { Shared } from "./api/payload.ts";

/** What a definition's `parts` has; plain data, so that a build loads no code of it. */
export interface SitePart {
  /** Module that exports an `Effect` named `effect`: a path relative to the definition, or one of the package's. */
  readonly effect: string;
  /** Stylesheet of what it adds to a page, loaded after the markup; the same kinds of path. */
  readonly styles?: string;
}

/** What an effect does for each of its elements. */
export interface Effect {
  /** Its elements in a page are those with this attribute, such as `data-stars`. */
  readonly attribute: string;
  /** Distance from the viewport at which it begins, as CSS length. Default: 0px. */
  readonly near?: string;
  /** Called once an element comes near; what it returns ends the effect, before the page changes or the element goes. */
  start(host: HTMLElement, page: EffectPage): EffectEnd | Promise<EffectEnd>;
}

export type EffectEnd = (() => void) | undefined;

export interface EffectPage {
  readonly shared: Shared;
  /** Aborted when the effect ends, even before it has begun. */
  readonly signal: AbortSignal;
}
