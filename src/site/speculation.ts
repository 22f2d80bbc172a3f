/** Pages that browsers prerender before the visitor follows a link. */

export interface SpeculationDefinition {
  /** How sure a browser is that the visitor will follow a link, before it begins. Default: moderate. */
  readonly eagerness?: "conservative" | "moderate" | "eager" | "immediate";
  /** Whether scripts run before the visit, or only the document is loaded. Default: prerender. */
  readonly action?: "prerender" | "prefetch";
  /** Paths without the base path that are left out; a final `*` matches any ending. */
  readonly exclude?: readonly string[];
}

export type ResolvedSpeculation = Required<SpeculationDefinition>;

/** Fills in the defaults; null where browsers follow links as ever. `acting` are paths that act as they are opened. */
export function resolveSpeculation(
  definition: boolean | SpeculationDefinition | undefined,
  acting: readonly string[],
): ResolvedSpeculation | null {
  if (!definition) return null;
  const { exclude = [], ...own } = definition === true ? {} : definition;
  return { eagerness: "moderate", action: "prerender", ...own, exclude: [...acting, ...exclude] };
}
