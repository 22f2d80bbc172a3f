/** All kinds of files that a site consists of besides its pages, their stylesheets and the build's own manifests. */
import type { TextFile } from "../../render/sitemap.ts";
import { assetFiles } from "./asset-files.ts";
import { clientFiles, sharedStates } from "./client-files.ts";
import { feeds } from "./feeds.ts";
import type { MadeOutput, Output, OutputInput } from "./output.ts";
import { preview } from "./preview.ts";
import { publicOutput } from "./public-files.ts";
import { redirects } from "./redirects.ts";
import { robots } from "./robots.ts";
import { sitemap } from "./sitemap.ts";
import { sources } from "./sources.ts";

export const OUTPUTS: readonly Output[] = [
  clientFiles,
  sharedStates,
  assetFiles,
  sitemap,
  robots,
  feeds,
  preview,
  sources,
  redirects,
  publicOutput,
];

/** The files that crawlers and feed readers look for. */
export function crawlerFiles(given: Pick<OutputInput, "context" | "extraUrls">): TextFile[] {
  // They read nothing else.
  const input = given as OutputInput;
  return [sitemap, robots, feeds].flatMap((output) =>
    [...output.keys(input)].flatMap((key) => {
      const { files } = output.make(key, input) as MadeOutput; // made at once, from texts
      return files.map(({ path, content }) => ({ path, text: content as string }));
    }),
  );
}
