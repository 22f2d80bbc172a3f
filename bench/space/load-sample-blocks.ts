import { PACKAGE_ROOT } from "../../src/files/package-root.ts";
import { openSite } from "../../src/generate/open-site.ts";
import type { MixedOptions } from "./mixed-space.ts";

/** The sample site's blocks, for a space that uses all of them. */
export async function loadSampleBlocks(): Promise<Pick<MixedOptions, "blocks" | "listing">> {
  const site = { platformName: "Lumen", base: "/" };
  const sample = { root: PACKAGE_ROOT, definition: "src/blocks/site.ts", file: "", site };
  const { catalogue } = await (await openSite(sample, null)).load();
  const blocks = catalogue.all();
  const listing = blocks.filter(({ schema: { kind, name } }) => kind === "section" && catalogue.data(name));
  return { blocks, listing: listing.map(({ schema }) => schema.name) };
}
