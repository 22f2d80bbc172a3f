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

/** Fills in the defaults; null where browsers follow links as ever. */
export function resolveSpeculation(
  definition: boolean | SpeculationDefinition | undefined,
): ResolvedSpeculation | null {
  if (!definition) return null;
  return { eagerness: "moderate", action: "prerender", exclude: [], ...(definition === true ? {} : definition) };
}
