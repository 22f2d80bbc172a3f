import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import fg from "fast-glob";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { componentName } from "../../src/content/catalogue.ts";
import { toStoryblok } from "../../src/content/schema/storyblok.ts";
import { toTypes } from "../../src/content/schema/types.ts";
import { type OpenedSite, openSite } from "../../src/generate/open-site.ts";
import { INFERRED } from "../../src/init/block-files.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import type { CommandContext } from "../command-context.ts";

export interface SchemaFlags {
  config?: string;
  types?: boolean;
  list?: boolean;
  force?: boolean;
}

/** `sitegen schema`: prints the site's blocks as Storyblok components. */
export async function runSchema(flags: SchemaFlags, { streams, cwd }: CommandContext): Promise<number> {
  const config = await loadConfig({ cwd, file: flags.config, env: readEnvironment(cwd, streams.env) });
  const { platformName = "" } = config.site;
  const site = await openSite(config, null);
  if (flags.list && !flags.force) await refuseInferred(site);
  const { catalogue } = await site.load();
  const components = toStoryblok(catalogue, platformName);
  const text = flags.types
    ? toTypes(catalogue, (schema) => componentName(schema.name, platformName))
    : JSON.stringify(flags.list ? components : { components }, null, 2);
  streams.stdout.write(`${text}\n`);
  return 0;
}

/** A push replaces components, so a schema guessed from content would remove the fields that no story fills. */
async function refuseInferred({ folders, root }: Pick<OpenedSite, "folders" | "root">): Promise<void> {
  const files = (
    await fg([...folders].map((folder) => `${fg.convertPathToPattern(folder)}/**/*.schema.{ts,js}`))
  ).sort();
  const guessed: string[] = [];
  for (const file of files) if ((await readFile(file, "utf8")).includes(INFERRED)) guessed.push(relative(root, file));
  if (guessed.length === 0) return;
  const more = guessed.length > 3 ? ` and ${guessed.length - 3} more` : "";
  throw sitegenError("SCHEMA_INFERRED", {
    message: `Pushing the list would replace components of the space by what their content let guess: ${guessed.slice(0, 3).join(", ")}${more}.`,
    where: root,
  });
}
