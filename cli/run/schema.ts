import { openSite } from "../../src/build/open-site.ts";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { componentName } from "../../src/content/catalogue.ts";
import { toStoryblok } from "../../src/content/schema/storyblok.ts";
import { toTypes } from "../../src/content/schema/types.ts";
import type { CommandContext } from "../command-context.ts";

export interface SchemaFlags {
  config?: string;
  types?: boolean;
  list?: boolean;
}

/** `sitegen schema`: prints the site's blocks as Storyblok components. */
export async function runSchema(flags: SchemaFlags, { streams, cwd }: CommandContext): Promise<number> {
  const config = await loadConfig({ cwd, file: flags.config, env: readEnvironment(cwd, streams.env) });
  const { platformName = "" } = config.site;
  const { catalogue } = await (await openSite(config, null)).load();
  const components = toStoryblok(catalogue, platformName);
  const text = flags.types
    ? toTypes(catalogue, (schema) => componentName(schema.name, platformName))
    : JSON.stringify(flags.list ? components : { components }, null, 2);
  streams.stdout.write(`${text}\n`);
  return 0;
}
