/** Virtual modules of a site, generated from its definition by the bundler (src/bundle/site-modules.ts). */

/** Keys of the definition, put in by the bundler, which leaves out what a site without them does not need. */
declare const CONSENT: boolean;
declare const SPECULATION: boolean;
declare const VIEW_TRANSITIONS: boolean;
declare const SEARCH: boolean;

declare module "virtual:sitegen/app" {
  export const App: import("../kit/create-app.tsx").App;
  /** What the site adds to the document around a page. */
  export const Document: import("../site/definition.ts").DocumentFunction | undefined;
}

declare module "virtual:sitegen/loaders" {
  /** One script per block; imported by the preview alone. */
  export const loaders: import("../kit/create-app.tsx").ComponentLoaders;
}

declare module "virtual:sitegen/interactive" {
  /** Names of all blocks with a component. */
  export const known: ReadonlySet<string>;
  /** Interactive blocks; all others need only their markup (src/kit/hydration.ts). */
  export const interactive: Readonly<Record<string, readonly string[]>>;
}

declare module "virtual:sitegen/preview" {
  export const definition: import("../site/definition.ts").SiteDefinition;
  export const schemas: readonly import("../site/blocks/fields.ts").BlockSchema[];
  /** One script per data file. */
  export const dataLoaders: Readonly<Record<string, () => Promise<import("../site/blocks/catalogue.ts").DataFunction>>>;
}
