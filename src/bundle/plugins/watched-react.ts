import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { OnResolveArgs, Plugin } from "esbuild";
import { USAGE_WATCH } from "../../site/usage-watch.ts";

/** Namespace of the modules in place of React's. */
export const WATCHED_REACT = "watched-react";

/** Hooks that change nothing where a component's code does not reach the browser. */
const HOOKS = [
  "useState",
  "useReducer",
  "useEffect",
  "useLayoutEffect",
  "useSyncExternalStore",
  "useTransition",
  "useOptimistic",
  "useActionState",
];

/**
 * For Node: a site uses the renderer's instance of React, imported by absolute path, with hooks and elements that say
 * what they are used for. The kit's video with the browser's controls works without its state; its buttons do not.
 */
export function watchedReactPlugin(root: string): Plugin {
  const require = createRequire(join(root, "package.json"));
  const kit = join(root, "src/kit/");
  const urlOf = (path: string) => pathToFileURL(require.resolve(path)).href;
  return {
    name: WATCHED_REACT,
    setup(plugin) {
      const isWatched = ({ path, importer }: OnResolveArgs) =>
        path === "react/jsx-runtime" || (path === "react" && !importer.startsWith(kit));
      plugin.onResolve({ filter: /^react(-dom)?(\/.*)?$/ }, (asked) =>
        asked.importer === `${kit}use-forms.ts`
          ? { path: "react", namespace: WATCHED_REACT, suffix: "?forms" }
          : isWatched(asked)
            ? { path: asked.path, namespace: WATCHED_REACT }
            : { path: urlOf(asked.path), external: true },
      );
      plugin.onResolve({ filter: /^file:/, namespace: WATCHED_REACT }, ({ path }) => ({ path, external: true }));
      plugin.onLoad({ filter: /.*/, namespace: WATCHED_REACT }, ({ path, suffix }) => ({
        contents: path === "react" ? reactModule(urlOf(path), suffix === "" ? [] : FORM) : runtimeModule(urlOf(path)),
        loader: "js",
      }));
    },
  };
}

/** What is told of the kit's forms in place of their hook, and what to do. */
const FORM = ["Form", "use StaticForm with useForms in the layout (docs/forms.md)"];

function reactModule(url: string, told: readonly string[]): string {
  const from = JSON.stringify(url);
  return [
    `import React from ${from};`,
    `export * from ${from};`,
    TELL,
    ...HOOKS.map(
      (name) =>
        `export const ${name} = (...input) => (tell(...${JSON.stringify(told.length > 0 ? told : [name])}), React.${name}(...input));`,
    ),
    "export const createElement = (type, props, ...children) => React.createElement(...checked(type, props), ...children);",
    `export default { ...React, createElement, ${HOOKS.join(", ")} };`,
  ].join("\n");
}

function runtimeModule(url: string): string {
  return [
    `import * as runtime from ${JSON.stringify(url)};`,
    TELL,
    "export const Fragment = runtime.Fragment;",
    "export const jsx = (type, props, key) => runtime.jsx(...checked(type, props), key);",
    "export const jsxs = (type, props, key) => runtime.jsxs(...checked(type, props), key);",
  ].join("\n");
}

/** Reports event handlers of elements, and refuses async components, which a synchronous render cannot wait for. */
const TELL = `
const tell = (...what) => globalThis[Symbol.for("${USAGE_WATCH}")]?.(...what);
const AsyncFunction = (async () => {}).constructor;
const checked = (type, props) => {
  if (typeof type === "string") {
    for (const name in props) if (/^on[A-Z]/.test(name) && typeof props[name] === "function") tell(name);
  } else if (type instanceof AsyncFunction) {
    throw new Error(\`The component "\${type.name}" is async: a page is rendered in one go. Put what it waits for into the content.\`);
  }
  return [type, props];
};`;
