import { readFile } from "node:fs/promises";
import { relative } from "node:path";
import fg from "fast-glob";
import type { Config } from "../../src/config/config.ts";
import { managementAccess } from "../../src/config/load-config.ts";
import { mainSpaceNote } from "../../src/generate/content-service.ts";
import { type OpenedSite, openSite } from "../../src/generate/open-site.ts";
import { INFERRED } from "../../src/init/block-files.ts";
import { readComponents } from "../../src/init/read-components.ts";
import { readSpaceId } from "../../src/init/read-space.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { componentName } from "../../src/site/blocks/catalogue.ts";
import { componentDifferences } from "../../src/site/blocks/service-components.ts";
import { type StoryblokComponent, toStoryblok } from "../../src/site/blocks/storyblok.ts";
import { toTypes } from "../../src/site/blocks/types.ts";
import { type CommandContext, configOf } from "../command-context.ts";
import { pluralize } from "../report.ts";

export interface SchemaFlags {
  config?: string;
  types?: boolean;
  list?: boolean;
  force?: boolean;
  diff?: boolean;
  components?: string;
}

/** `sitegen schema`: prints the site's blocks as Storyblok components. */
export async function runSchema(flags: SchemaFlags, context: CommandContext): Promise<number> {
  if (flags.components !== undefined && !flags.diff)
    throw sitegenError("USAGE", { message: "--components needs --diff.", hint: "See `sitegen schema --help`." });
  const { env, config } = await configOf(flags, context);
  const { platformName = "" } = config.site;
  const site = await openSite(config, null);
  if (flags.list && !flags.force) await refuseInferred(site);
  const { catalogue } = await site.load();
  const components = toStoryblok(catalogue, platformName);
  if (flags.diff) return diff(components, { flags, config, context, env });
  const text = flags.types
    ? toTypes(catalogue, (schema) => componentName(schema.name, platformName))
    : JSON.stringify(flags.list ? components : { components }, null, 2);
  context.streams.stdout.write(`${text}\n`);
  return 0;
}

/** 0 if the space has what the code says, otherwise 4. */
async function diff(
  code: readonly StoryblokComponent[],
  { flags, config, context, env }: { flags: SchemaFlags; config: Config; context: CommandContext; env: Environment },
): Promise<number> {
  const { streams, cwd, signal } = context;
  const note = mainSpaceNote("The components are those", config);
  if (note !== null) streams.stderr.write(`${note}\n`);
  const { endpoint, token, previewToken, timeoutMs } = config.storyblok;
  const access = { endpoint, token: token || previewToken, requestsPerSecond: 5, timeoutMs, signal };
  const management = managementAccess(env, endpoint || undefined);
  // The API has answered, or the command would have ended: a new space has none yet.
  const isNew = flags.components === undefined && management.token !== "";
  const found =
    (await readComponents({
      cwd,
      env,
      path: flags.components,
      signal,
      management,
      askSpaceId: () => readSpaceId(access),
    })) ??
    (isNew && { from: "the management API", components: [] });
  if (!found) {
    throw sitegenError("SCHEMA_UNKNOWN", {
      message: "There is nothing to compare the blocks with: the components of the space are not to be had.",
    });
  }
  const lines = componentDifferences(code, found.components);
  for (const line of lines) streams.stdout.write(`${line}\n`);
  streams.stderr.write(
    lines.length === 0
      ? `The blocks are as in ${found.from}.\n`
      : `${pluralize(lines.length, "difference")} from ${found.from}.\n`,
  );
  return lines.length === 0 ? 0 : 4;
}

type Environment = Readonly<Record<string, string | undefined>>;

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
