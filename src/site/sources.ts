/** Declares data that does not come from stories. src/sources loads it. */

/** Such as "90s", "10m" or "1d". */
export type Duration = `${number}${"ms" | "s" | "m" | "h" | "d"}`;

export interface SourceContext<T> {
  /** The environment, with `.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when the source has taken too long, or the command ends. */
  readonly signal: AbortSignal;
  /** The last good values; none the first time. */
  readonly previous: readonly T[];
}

// Functions are declared as methods, so that every source is assignable to `Source<unknown>`.
export interface SourceDefinition<T, Previous = T> {
  /**
   * Returns all values, as plain JSON. Runs on the server alone: nothing that only sources use gets into a browser's
   * file.
   */
  load(context: SourceContext<Previous>): readonly T[] | Promise<readonly T[]>;
  /** Identifies an entry. */
  key(entry: T): string | number;
  /** For `listen`: loads again after this time. Every `generate` loads once. */
  readonly maxAge?: Duration;
  /** Longest time that `load` may take; default: 30 s. */
  readonly timeout?: Duration;
  /** Publishes the whole source for the visual editor; by default it has no more than pages show. */
  readonly preview?: boolean;
}

/** Marks results of `defineSource`. A registered symbol, since the site's bundle has another copy of this module. */
const MADE: unique symbol = Symbol.for("sitegen.source");

export interface Source<T> extends SourceDefinition<T> {
  readonly [MADE]: true;
}

/**
 * Declares a source of data: `sources: { products: defineSource({ load, key }) }`. Browsers get the module without what
 * is inside the brackets, so it is called where the module is loaded and not in a function.
 */
export function defineSource<T, Previous = T>(source: SourceDefinition<T, Previous>): Source<T>;
// `Previous` is a type of its own, since TypeScript infers `T` from what `load` returns only if its parameter has no `T`.
export function defineSource<T>(source: SourceDefinition<T>): Source<T> {
  return { ...source, [MADE]: true };
}

export function isSource(value: unknown): value is Source<unknown> {
  return typeof value === "object" && value !== null && MADE in value;
}

const UNITS = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds; `otherwise` if there is none. */
export function milliseconds(duration: Duration | undefined, otherwise: number): number {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(duration ?? "") ?? [];
  return number === "" ? otherwise : Number(number) * UNITS[unit as keyof typeof UNITS];
}
