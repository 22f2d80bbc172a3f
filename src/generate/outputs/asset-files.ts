/** Mirrored assets and their variants. */
import { readFile } from "node:fs/promises";
import { domainPath } from "../../site/domains.ts";
import { domainIn } from "./client-files.ts";
import type { Output } from "./output.ts";

export const assetFiles: Output = {
  name: "assets",
  keys: ({ context }) => context.domains.map(({ folder }) => folder),
  isMoved: (_, __, { assets, uses }) => assets || uses,
  make(folder, { context, assets }) {
    const domain = domainIn(folder, context);
    return {
      files: assets.files.map(({ path, source }) => ({
        path: domainPath(domain, path),
        content: () => readFile(source),
      })),
    };
  },
};
