/** Virtual modules with what a site has of the parts (src/bundle/site-modules.ts). */

declare module "virtual:sitegen/consent" {
  export const categories: readonly import("../site/consent.ts").ResolvedCategory[];
  /** Ask visitors who have not decided. */
  export const ask: boolean;
  /** Revision of the choices; a decision about another revision does not count. */
  export const revision: number;
  /** Null for a site without a consent dialog. */
  export const loadDialog: (() => Promise<typeof import("./consent/adapter.ts")>) | null;
}

declare module "virtual:sitegen/parts" {
  /** Null for a site without parts. */
  export const effects: import("../client/effects.ts").Effects | null;
  /** Null for a site without a consent dialog. */
  export const createConsentService: typeof import("./consent/serve-consent.ts").createConsentService | null;
}
