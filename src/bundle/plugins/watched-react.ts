import { join } from "node:path";
import type { OnResolveArgs, Plugin } from "esbuild";
import { USAGE_WATCH } from "../../site/usage-watch.ts";

/** Namespace of the modules in place of React's. */
export const WATCHED_REACT = "watched-react";

/** Begins what stands for a folder or module of this machine in bundled code (src/bundle/bundle-site.ts). */
export const PLACE = "sitegen-place:";

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
 * For Node: a site uses the renderer's instance of React, whatever the site has installed, with hooks and elements that say
 * what they are used for. The kit's video with the browser's controls works without its state; its buttons do not.
 */
export function watchedReactPlugin(root: string): Plugin {
  const kit = join(root, "src/kit/");
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
            : { path: PLACE + asked.path, external: true },
      );
      plugin.onResolve({ filter: new RegExp(`^${PLACE}`), namespace: WATCHED_REACT }, ({ path }) => ({
        path,
        external: true,
      }));
      plugin.onLoad({ filter: /.*/, namespace: WATCHED_REACT }, ({ path, suffix }) => ({
        contents: path === "react" ? reactModule(PLACE + path, suffix === "" ? [] : FORM) : runtimeModule(PLACE + path),
        loader: "js",
      }));
    },
  };
}

/** What is told of the kit's forms in place of their hook, and what to do. */
const FORM = ["Form", "use StaticForm with useForms in the layout (docs/forms.md)"];

function reactModule(module: string, told: readonly string[]): string {
  const from = JSON.stringify(module);
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

function runtimeModule(module: string): string {
  return [
    `import * as runtime from ${JSON.stringify(module)};`,
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
