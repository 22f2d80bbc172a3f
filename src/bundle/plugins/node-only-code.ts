import { isBuiltin } from "node:module";
import type { Message, Plugin } from "esbuild";

/** Makes esbuild report each `await` at the top level of a module, with its place. */
export const NO_TOP_LEVEL_AWAIT = { supported: { "top-level-await": false } } as const;

/**
 * For the browser: refuses top-level `await` and Node's modules in a site's files. What such a file fetches or reads,
 * and the keys it does that with, would be published.
 */
export const nodeOnlyCodePlugin: Plugin = {
  name: "node-only-code",
  setup(plugin) {
    plugin.onEnd(({ errors }) => {
      for (const error of errors) {
        const reason = reasonFor(error);
        if (reason === "") continue;
        error.text = `This file is sent to browsers too, ${reason}`;
        error.notes = [];
      }
    });
  },
};

function reasonFor({ text }: Pick<Message, "text">): string {
  if (text.startsWith("Top-level await is not available")) {
    return "with every key in it, so nothing may be awaited at its top level.";
  }
  const missing = /^Could not resolve "([^"]+)"/.exec(text)?.[1] ?? "";
  return isBuiltin(missing) ? `which do not have Node's module "${missing}".` : "";
}
