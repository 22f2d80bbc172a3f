/** What of a definition only its blocks can prove wrong. Node only. */
import type { BlockCatalogue } from "../content/catalogue.ts";
import { sitegenError } from "../errors.ts";
import type { SiteBlock } from "./block-files.ts";
import type { ResolvedSite } from "./resolve-site.ts";

/** Throws CONFIG_INVALID (exit 2): a page type, a listing or a field names a block that the site does not have. */
export function checkBlocks(
  site: Pick<ResolvedSite, "pageTypes" | "blocks">,
  { catalogue, blocks, file }: { catalogue: BlockCatalogue; blocks: readonly SiteBlock[]; file: string },
): void {
  const known = catalogue.all().map(({ component }) => component);
  const [folder = "blocks"] = site.blocks;
  const faults = Object.entries(site.pageTypes).flatMap(([name, { listing }]) => [
    ...(known.includes(name) ? [] : [`The key "pageTypes.${name}" names a component without a block in ${folder}.`]),
    ...(listing === null || known.includes(listing.block)
      ? []
      : [
          `The key "pageTypes.${name}.listing.block" names "${listing.block}", a component without a block in ${folder}.`,
        ]),
  ]);
  const names = new Set([...known, ...blocks.map(({ schema }) => schema.name)]);
  const fields = blocks.flatMap(({ schema, files }) =>
    unknownRefs(schema.fields, names).map((one) => `${files.schema}: ${one}`),
  );
  if (faults.length + fields.length === 0) return;
  throw sitegenError("CONFIG_INVALID", {
    message: [...faults, ...fields].join("\n"),
    where:
      faults.length > 0
        ? file
        : (blocks.find(({ schema }) => unknownRefs(schema.fields, names).length > 0)?.files.schema ?? file),
    hint: `The site has the blocks ${known.join(", ") || "none"}. docs/writing-a-block.md shows how to add one.`,
  });
}

function unknownRefs(fields: SiteBlock["schema"]["fields"], known: ReadonlySet<string>): string[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.type !== "blocks" || field.of === "section") return [];
    const names = field.of.map((one) => (typeof one === "string" ? one : one.name)).filter((name) => !known.has(name));
    return names.map((name) => `the field "${key}" takes the block "${name}", which is not defined.`);
  });
}
