import { resolve } from "node:path";
import { readEnvironment } from "../../src/config/env-file.ts";
import { managementAccess, serviceAccess } from "../../src/config/load-config.ts";
import type { DraftHost, FormHost } from "../../src/init/ci-files.ts";
import { CI_FILES } from "../../src/init/ci-files.ts";
import { hasSite, type InitAnswers, type InitSource, initFolder } from "../../src/init/init-folder.ts";
import { packageManagerOf } from "../../src/init/package-manager.ts";
import { readComponents } from "../../src/init/read-components.ts";
import { readSpace, readSpaceId } from "../../src/init/read-space.ts";
import { samplePlatformName } from "../../src/init/sample-site.ts";
import { knowsLanguage } from "../../src/init/space-site.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import type { CommandContext } from "../command-context.ts";
import { createStyle } from "../report.ts";
import { refusedBy } from "./file-error.ts";
import { openPrompt } from "./prompt.ts";

export interface InitFlags {
  dir: string;
  ci?: keyof typeof CI_FILES | "none";
  forms?: FormHost;
  drafts?: DraftHost;
  company?: string;
  origin?: string;
  platform?: string;
  yes?: boolean;
  fromSpace?: boolean;
  space?: boolean;
  dryRun?: boolean;
  sample?: boolean;
  language?: string;
  components?: string;
}

/** What options that do not fit together are told; null if they do. */
function misused({ dryRun, space, components, language, fromSpace, sample }: InitFlags): string | null {
  if (dryRun && !space) return "--dry-run belongs to --space.";
  if (fromSpace) return sample ? "--sample cannot be used with --from-space." : null;
  if (components !== undefined) return "--components belongs to --from-space.";
  return language === undefined ? null : "--language belongs to --from-space.";
}

/** `sitegen init`: creates a folder for a new site, and with --space what it needs in the content service. */
export async function runInit(flags: InitFlags, context: CommandContext): Promise<number> {
  const message = misused(flags);
  if (message !== null) throw sitegenError("USAGE", { message, hint: "See `sitegen init --help`." });
  if (!flags.space) return writeFolder(flags, context);
  const { runInitSpace } = await import("./init-space.ts");
  const streams = { ...context.streams, stderr: flags.dryRun ? NOWHERE : context.streams.stderr };
  return runInitSpace(
    flags,
    context,
    async (dir) => void (await writeFolder({ ...flags, dir }, { ...context, streams })),
  );
}

/** What a dry run writes into a folder that goes again is not told. */
const NOWHERE = { write: () => true };

async function writeFolder(flags: InitFlags, { streams, cwd, signal }: CommandContext): Promise<number> {
  if (flags.fromSpace) streams.stderr.write("Reading the space\n");
  const dir = resolve(cwd, flags.dir);
  const say = (line: string) => void streams.stderr.write(`${line}\n`);
  const source = await sourceOf(flags, { dir, cwd, env: readEnvironment(cwd, streams.env), signal, say });
  const quiet = flags.yes === true || process.stdin.isTTY !== true || Boolean(streams.env.CI);
  const prompt = quiet ? null : openPrompt({ input: process.stdin, output: process.stderr, signal });
  const ask = async (text: string, fallback: string) => prompt?.ask(text, fallback) ?? fallback;
  const answers = await answersOf(flags, { dir, source, ask }).finally(() => prompt?.close());
  check(answers);
  const manager = packageManagerOf(dir, streams.env.npm_config_user_agent);
  const { written, kept, notes } = await initFolder(
    dir,
    { ...answers, forms: flags.forms, drafts: flags.drafts, manager },
    source,
  ).catch(refusedBy(dir, "INIT_FAILED", "be set up"));
  const style = createStyle(streams.stderr, streams.env);
  for (const path of written) streams.stderr.write(`${style.green("wrote")} ${path}\n`);
  for (const path of kept) streams.stderr.write(`${style.dim("kept")}  ${path} (it was there)\n`);
  for (const note of notes) streams.stderr.write(`${style.yellow("new")}   ${note}\n`);
  const { name, run } = manager;
  streams.stderr.write(`\n${NEXT[source.kind].replace("npm", name).replaceAll("npx", run)}\n`);
  return 0;
}

/** With the words of npm; another package manager's take their place. */
const NEXT: Record<InitSource["kind"], string> = {
  none: "The folder has a site, so nothing of an example was written. `sitegen init --from-space` adds what is new in a space.",
  plain: "Next: `npm install`, then `npx sitegen generate` and `npx sitegen serve --watch`. Its content is in space/.",
  sample: "Next: `npm install`, then `npx sitegen generate` and `npx sitegen serve --watch`. Its content is in space/.",
  space:
    "Next: `npm install`, then `npx sitegen generate` and `npx sitegen serve --watch`, with STORYBLOK_TOKEN in .env.",
};

/** Said where nothing tells what the components are. */
const GUESSED =
  "Schemas are guessed from the content: no STORYBLOK_MANAGEMENT_TOKEN is set, and nothing is in .storyblok/components (`storyblok components pull`).";

async function sourceOf(
  { fromSpace, sample, components }: InitFlags,
  of: Pick<CommandContext, "cwd" | "signal"> &
    Pick<CommandContext["streams"], "env"> & { dir: string; say(line: string): void },
): Promise<InitSource> {
  const { dir, cwd, env, signal, say } = of;
  if (sample) return { kind: "sample" };
  if (!fromSpace) return { kind: (await hasSite(dir)) ? "none" : "plain" };
  const { endpoint, token } = serviceAccess(env);
  if (endpoint === "") {
    throw sitegenError("INIT_FAILED", {
      message: "No token for reading the space is set.",
      hint: "Set STORYBLOK_TOKEN in the environment or in .env.",
    });
  }
  const access = { endpoint, token, requestsPerSecond: 5, timeoutMs: 20_000, signal };
  const content = await readSpace(access);
  if (content.stories.length > 0) {
    const found = await readComponents({
      ...{ cwd, env, path: components, signal, management: managementAccess(env) },
      askSpaceId: () => readSpaceId(access),
    });
    say(found ? `${found.components.length} components from ${found.from}` : GUESSED);
    return { kind: "space", content, components: found?.components ?? null };
  }
  throw sitegenError("INIT_FAILED", {
    message: "The space has no published story to create a site from.",
    hint: "Publish a story, or start with `sitegen init`.",
  });
}

/** As given, else as answered, else the default. Of a folder that has a site nothing is asked about it. */
async function answersOf(
  { company, origin, platform, ci, language }: InitFlags,
  about: { dir: string; source: InitSource; ask(text: string, fallback: string): Promise<string> },
): Promise<InitAnswers> {
  const { dir, source, ask } = about;
  const askIf = (isAsked: boolean, text: string, fallback: string) => (isAsked ? ask(text, fallback) : fallback);
  const isNew = source.kind !== "none";
  const isSample = source.kind === "sample";
  const content = source.kind === "space" ? source.content : null;
  const asksLanguage = content !== null && !knowsLanguage(dir, content);
  return {
    language: language ?? (await askIf(asksLanguage, "Code of the default content's language", "")),
    companyName: company ?? (content?.name || (await askIf(isNew, "Company", "Example GmbH"))),
    origin: origin ?? (await askIf(isNew, "Address of the site", "https://www.example.com")),
    platformName:
      platform ?? (await askIf(isSample, "Name of your platform", isSample ? await samplePlatformName() : "")),
    ci: (ci ?? (await ask(`CI: ${[...Object.keys(CI_FILES), "none"].join(", ")}`, "none"))) as InitAnswers["ci"], // validated by the caller
  };
}

function check({ origin, platformName, ci }: InitAnswers): void {
  const wrong = (message: string, hint: string) => sitegenError("INIT_FAILED", { message, hint });
  if (!/^https?:\/\/[^/\s]+$/.test(origin)) {
    throw wrong(`"${origin}" is not the address of a site.`, "Give it as https://www.example.com, without a path.");
  }
  if (platformName !== "" && !/^[A-Z][A-Za-z0-9]*$/.test(platformName)) {
    throw wrong(`"${platformName}" cannot name components.`, "Use letters and digits with a capital first letter.");
  }
  if (ci !== "none" && !(ci in CI_FILES)) {
    throw wrong(`There is no CI file for "${ci}".`, `Choose one of ${Object.keys(CI_FILES).join(", ")} or none.`);
  }
}
