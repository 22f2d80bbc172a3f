import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Config } from "../../src/config/config.ts";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig, managementAccess } from "../../src/config/load-config.ts";
import { mainSpaceNote, spaceFolder } from "../../src/generate/content-service.ts";
import { openSite } from "../../src/generate/open-site.ts";
import { hasSite } from "../../src/init/init-folder.ts";
import { createManagementClient, type ManagementClient } from "../../src/init/management-client.ts";
import { readSpaceId } from "../../src/init/read-space.ts";
import { planSpace, type SpacePlan } from "../../src/init/space/plan-space.ts";
import { readSpaceState } from "../../src/init/space/read-space-state.ts";
import { type SiteFacts, type WantedSpace, wantedSpace } from "../../src/init/space/wanted.ts";
import { SitegenError, sitegenError } from "../../src/problems/errors.ts";
import { toStoryblok } from "../../src/site/blocks/storyblok.ts";
import type { ResolvedSite } from "../../src/site/resolve-site.ts";
import { inSpace, MAIN_SPACE } from "../../src/site/spaces.ts";
import { openFolder } from "../../src/space/folder/folder-source.ts";
import type { CommandContext } from "../command-context.ts";
import { createStyle, editorLink, pluralize } from "../report.ts";

interface InitSpaceFlags {
  dir: string;
  origin?: string;
  dryRun?: boolean;
}

/** `sitegen init --space`: creates in the space what the folder's site needs, and nothing that is there already. */
export async function runInitSpace(
  flags: InitSpaceFlags,
  context: CommandContext,
  writeFolder: (dir: string) => Promise<void>,
): Promise<number> {
  const { streams, cwd } = context;
  const dir = resolve(cwd, flags.dir);
  if (await hasSite(dir)) return pushSite(dir, flags, context);
  if (!flags.dryRun) {
    await writeFolder(dir);
    return pushSite(dir, flags, context);
  }
  // A dry run writes nothing: the folder that it would write is made elsewhere.
  streams.stderr.write(`${dir} has no site; without --dry-run the smallest one is written first\n`);
  const folder = mkdtempSync(join(tmpdir(), "sitegen-init-"));
  try {
    await writeFolder(folder);
    return await pushSite(folder, flags, context);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pushSite(dir: string, flags: InitSpaceFlags, { streams, cwd, signal }: CommandContext): Promise<number> {
  const env = { ...readEnvironment(cwd, streams.env), ...readEnvironment(dir, {}), ...streams.env };
  const config = await loadConfig({ cwd: dir, env, needsToken: false });
  const { client, id } = await openSpace(config, env, signal);
  const note = mainSpaceNote("What is created is", config);
  if (note !== null) streams.stderr.write(`${note}\n`);
  streams.stderr.write(`Reading space ${id}\n`);
  const wanted = await wantedOf(config, flags);
  const found = await readSpaceState(client, id, {
    stories: wanted.stories.map(({ path }) => path),
    datasources: wanted.datasources.map(({ slug }) => slug),
  });
  const plan = planSpace(wanted, found);
  const style = createStyle(streams.stderr, streams.env);
  for (const what of plan.kept) streams.stderr.write(`${style.dim("kept")}    ${what} (it was there)\n`);
  if (plan.conflicts.length > 0) throw inTheWay(plan, `${id}${found.name === "" ? "" : ` “${found.name}”`}`);
  for (const { what, run } of plan.steps) {
    signal.throwIfAborted();
    if (!flags.dryRun) await run(client);
    streams.stderr.write(`${flags.dryRun ? style.yellow("would create") : style.green("created")} ${what}\n`);
  }
  const count = pluralize(plan.steps.length, "thing");
  const did = flags.dryRun ? `Nothing was changed; ${count} would be created` : `${count} created`;
  streams.stderr.write(`\n${did}, ${plan.kept.length} kept.\n`);
  if (wanted.domain === "") streams.stderr.write("No preview address: set site.origin in the configuration.\n");
  if (wanted.unknownGlobal !== "")
    streams.stderr.write(
      `The global story ${JSON.stringify(wanted.unknownGlobal)} is not created: no block of the site is of \`kind: "global"\`.\n`,
    );
  const home = plan.homeId();
  if (home === null || flags.dryRun) return 0;
  streams.stderr.write(
    "Next: put STORYBLOK_TOKEN (Settings > Access Tokens) into .env, then `npx sitegen generate`.\nThe editor:\n",
  );
  streams.stdout.write(`${editorLink(id, home)}\n`);
  return 0;
}

async function openSpace(
  { storyblok }: Config,
  env: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<{ client: ManagementClient; id: string }> {
  const { endpoint, token, spaceId } = managementAccess(env, storyblok.endpoint);
  if (token === "") {
    throw sitegenError("INIT_FAILED", {
      message: "No token for the management API is set.",
      hint: "Set STORYBLOK_MANAGEMENT_TOKEN in the environment: a personal access token (My Account > Personal access tokens).",
    });
  }
  const id = spaceId || (storyblok.token === "" ? "" : await readSpaceId({ ...storyblok, signal }));
  if (!/^\d+$/.test(id)) {
    throw sitegenError("INIT_FAILED", {
      message: id === "" ? "The number of the space is not set." : `STORYBLOK_SPACE_ID is no number: "${id}".`,
      hint: "Set STORYBLOK_SPACE_ID: Settings > General of the space shows it.",
    });
  }
  const access = { endpoint, token, requestsPerSecond: storyblok.managementRequestsPerSecond, signal };
  return { client: createManagementClient(access), id };
}

async function wantedOf(config: Config, flags: InitSpaceFlags): Promise<WantedSpace> {
  const { site: whole, catalogue } = await (await openSite(config, null)).load();
  const site = inSpace(whole, MAIN_SPACE);
  const components = toStoryblok(catalogue, config.site.platformName ?? "");
  const facts: SiteFacts = {
    languages: site.languages,
    translation: site.translation,
    home: site.home,
    global: site.global,
    components,
    pageTypes: Object.keys(site.pageTypes).sort((a, b) => Number(isArticle(site, a)) - Number(isArticle(site, b))),
    globalComponent: catalogue.all().find(({ schema }) => schema.kind === "global")?.component,
    datasources: site.datasources,
    content: await ownContent(config),
  };
  const origin = flags.origin ?? config.site.origin ?? "";
  const others = Object.entries(config.environments).flatMap(([name, { origin: address }]) =>
    address === undefined || address === origin ? [] : [{ name, location: `${address}${config.site.base}` }],
  );
  return { ...wantedSpace(facts), domain: origin === "" ? "" : `${origin}${config.site.base}`, environments: others };
}

/** A home page is rarely of such a type. */
const isArticle = ({ pageTypes }: ResolvedSite, type: string): boolean => pageTypes[type]?.kind === "article";

/** The site's own space folder, if it has one. */
async function ownContent(config: Config): Promise<SiteFacts["content"]> {
  try {
    const folder = await openFolder({
      dir: spaceFolder(config),
      journal: false,
      now: Date.now,
      notify: () => undefined,
    });
    await folder.close();
    return folder.contents;
  } catch (error) {
    if (error instanceof SitegenError && error.code === "CONFIG_INVALID") return { stories: [], datasources: [] };
    throw error;
  }
}

function inTheWay({ conflicts }: SpacePlan, space: string): SitegenError {
  const more = conflicts.length > 10 ? [`and ${conflicts.length - 10} more`] : [];
  return sitegenError("INIT_SPACE_CONFLICT", {
    message: `Space ${space} has what the site needs by other content:\n${[...conflicts.slice(0, 10), ...more].join("\n")}`,
    where: `space ${space}`,
  });
}
