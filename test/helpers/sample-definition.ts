import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run-cli.ts";

/** Path of the sample's definition, for configurations in other folders. */
export const SAMPLE = join(ROOT, "src/blocks/site.ts");

/** Writes a configuration with the sample's definition for another space. Returns its path. */
export function writeSampleConfig(folder: string, config: object = {}): string {
  const file = join(folder, "sitegen.config.json");
  writeFileSync(file, JSON.stringify({ definition: SAMPLE, ...config }));
  return file;
}

/** Writes `site.ts`: the sample with the blocks of another folder, which override the sample's of the same name. */
export function writeSampleWith(folder: string, blocks = "./blocks", root = ROOT): string {
  const sample = JSON.stringify(join(root, "src/blocks"));
  const file = join(folder, "site.ts");
  writeFileSync(
    file,
    `import { site } from ${JSON.stringify(join(root, "src/blocks/site.ts"))};
const inSample = (path: string) => \`\${${sample}}/\${path}\`;
export default {
  ...site,
  blocks: [${sample}, ${JSON.stringify(blocks)}],
  styles: site.styles.map(inSample),
  fonts: site.fonts.map(inSample),
  parts: site.parts.map((part) => (part.effect.startsWith(".") ? { ...part, effect: inSample(part.effect) } : part)),
  icons: { favicon: inSample(site.icons.favicon), touchIcon: inSample(site.icons.touchIcon) },
};
`,
  );
  return file;
}
