import { loadCatalogue } from "../../src/build/load-blocks.ts";
import type { MixedOptions } from "./mixed-space.ts";

/** The sample site's blocks, for a space that uses each of them. */
export async function loadBlocksOfBench(): Promise<Pick<MixedOptions, "blocks" | "listing">> {
  const site = { platformName: "Lumen" } as Parameters<typeof loadCatalogue>[0]["site"];
  const { catalogue } = await loadCatalogue({ root: "", site } as Parameters<typeof loadCatalogue>[0]);
  const blocks = catalogue.all();
  const listing = blocks.filter(({ schema: { kind, name } }) => kind === "section" && catalogue.data(name));
  return { blocks, listing: listing.map(({ schema }) => schema.name) };
}
