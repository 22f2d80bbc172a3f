/** The sample's blocks, loaded by the program's rules into the test's own module graph. */
import { ErrorPage } from "../../src/blocks/layout/error-page.tsx";
import { Layout } from "../../src/blocks/layout/layout.tsx";
import { createApp } from "../../src/kit/create-app.tsx";
import type { Components } from "../../src/kit/site.tsx";
import { interactiveBlocks, keptFieldsOf, readBlocks } from "../../src/site/blocks/block-files.ts";
import type { DataFunction } from "../../src/site/blocks/catalogue.ts";
import { blockFaults } from "../../src/site/schema-blocks.ts";

type Modules = Record<string, Record<string, unknown>>;

declare global {
  interface ImportMeta {
    /** Vite's import.meta.glob: the loaded modules with matching paths. */
    glob(patterns: string | string[], options: { eager: true }): Modules;
  }
}

const schemaModules = import.meta.glob("../../src/blocks/*/*.schema.ts", { eager: true });
const dataModules = import.meta.glob("../../src/blocks/*/*.data.ts", { eager: true });
const componentModules = import.meta.glob("../../src/blocks/*/*.tsx", { eager: true });

const paths = Object.keys(schemaModules).sort();
const beside = (path: string, ending: string) => path.replace(/\.schema\.ts$/, ending);
const known = (modules: Modules, path: string) => (path in modules ? path : null);

const blocks = readBlocks(
  paths.map((schema) => ({
    stem: /([^/]+)\.schema\.ts$/.exec(schema)?.[1] ?? "",
    schema,
    component: known(componentModules, beside(schema, ".tsx")),
    data: known(dataModules, beside(schema, ".data.ts")),
  })),
  paths.map((schema) => ({
    schema: schemaModules[schema] ?? {},
    component: componentModules[beside(schema, ".tsx")] ?? null,
    data: dataModules[beside(schema, ".data.ts")] ?? null,
  })),
  blockFaults,
);

export const schemas = blocks.map(({ schema }) => schema);
export const components = Object.fromEntries(
  blocks.flatMap(({ name, component }) => (component ? [[name, component.value]] : [])),
) as Components;
export const data: Readonly<Record<string, DataFunction>> = Object.fromEntries(
  blocks.flatMap(({ name, data }) => (data ? [[name, data]] : [])),
);
export const interactive = interactiveBlocks(blocks);
export const keptFields = keptFieldsOf(blocks);
export const App = createApp({ Layout, ErrorPage });
