/** The modules that stand for a site; the bundler makes them from its definition (src/bundle/site-modules.ts). */

declare module "virtual:sitegen/app" {
  export const App: import("../kit/create-app.tsx").App;
  /** What the site adds to the document around a page. */
  export const Document: import("../site/definition.ts").DocumentFunction | undefined;
}

declare module "virtual:sitegen/loaders" {
  /** One chunk a block. */
  export const loaders: import("../kit/create-app.tsx").ComponentLoaders;
}

declare module "virtual:sitegen/interactive" {
  /** Blocks that do something in the browser; of the others the markup is all there is (src/kit/hydration.ts). */
  export const interactive: Readonly<Record<string, readonly string[]>>;
}

declare module "virtual:sitegen/consent" {
  export const categories: readonly import("../site/consent.ts").ResolvedCategory[];
  /** Ask a visitor who has not decided yet. */
  export const ask: boolean;
  /** Which choices are asked for; a decision of another revision does not count. */
  export const revision: number;
  /** Null for a site without a consent dialog. */
  export const loadDialog: (() => Promise<typeof import("./consent/adapter.ts")>) | null;
}

declare module "virtual:sitegen/preview" {
  export const definition: import("../site/definition.ts").SiteDefinition;
  export const schemas: readonly import("../content/schema/fields.ts").BlockSchema[];
  export const data: Readonly<Record<string, import("../content/catalogue.ts").DataFunction>>;
}
