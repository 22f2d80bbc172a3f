/** The part of the configuration that goes to the bundler, esbuild. */
import type { Plugin } from "esbuild";
import * as z from "zod";

const LOADERS = [
  ...["base64", "binary", "copy", "css", "dataurl", "default", "empty", "file", "js", "json", "jsx"],
  ...["local-css", "text", "ts", "tsx"],
] as const;

const plugin = z.custom<Plugin>(
  (value) =>
    typeof value === "object" &&
    value !== null &&
    "name" in value &&
    typeof value.name === "string" &&
    "setup" in value &&
    typeof value.setup === "function",
  "an esbuild plugin: an object with `name` and `setup`",
);

export const bundlerSchema = z
  .strictObject({
    loader: z
      .record(z.string().regex(/^\.[\w.-]+$/, "a file extension such as .glb"), z.enum(LOADERS))
      .default({})
      .describe("What an import of a file gives, by extension, as esbuild's `loader`: `file` is a hashed address."),
    define: z
      .record(
        z
          .string()
          .regex(
            /^(?!process\.env\.NODE_ENV$|import\.meta\.env(?:\.|$))/,
            "another name than those that sitegen defines",
          ),
        z.string(),
      )
      .default({})
      .describe("Names in code that stand for constants, as esbuild's `define`: values are JavaScript."),
    alias: z
      .record(z.string().min(1), z.string().min(1))
      .default({})
      .describe("Other targets of imports, as esbuild's `alias`; those that begin with a dot are beside this file."),
    plugins: z
      .array(plugin)
      .default([])
      .describe("Plugins of esbuild, for the code that Node runs and for the browser's."),
  })
  .prefault({})
  .describe("What the bundler, esbuild, gets besides sitegen's own settings (docs/your-own-files.md).");

export type BundlerKeys = z.output<typeof bundlerSchema>;
