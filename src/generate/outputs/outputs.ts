/**
 * The kinds of files that follow from what the build itself has: all besides pages, their stylesheets, the build's lists,
 * and the outputs that ask a reader (site-outputs.ts).
 */
import { assetFiles, clientFiles, sharedStates } from "./client-files.ts";
import type { Output } from "./output.ts";
import { preview } from "./preview.ts";
import { publicOutput } from "./public-files.ts";
import { redirects } from "./redirects.ts";
import { sources } from "./sources.ts";

export const OUTPUTS: readonly Output[] = [
  clientFiles,
  sharedStates,
  assetFiles,
  preview,
  sources,
  redirects,
  publicOutput,
];
