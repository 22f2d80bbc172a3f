import { dirname, join, resolve } from "node:path";
import type { ContentService } from "../build/content-service.ts";
import type { Config } from "../config/config.ts";
import { parseSpace } from "../fetch/parse/parse-answers.ts";
import { createContentClient } from "../fetch/transport/content-client.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Reporter } from "../reporter.ts";
import type { LiveReload } from "./live-reload.ts";
import { poll } from "./poll.ts";
import { createRegenerator, type Regenerated } from "./regenerate.ts";
import { sourceStamp } from "./source-stamp.ts";

export interface WatchOptions {
  loadConfig: () => Promise<Config>;
  config: () => Config;
  /** Serves by another configuration from now on, with the code of the last build. */
  reconfigure: (config: Config) => void;
  onBuilt: () => void;
  service: ContentService;
  live: LiveReload;
  out: string;
  stateDir: string;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The first build, which is not this file's: changes from its start on are built after it. */
  built: Promise<void>;
  reporter: Reporter;
  signal: AbortSignal;
}

const CONTENT_MS = 1000;
const CODE_MS = 500;

/** Builds again when content or code changes and reloads the open pages, until the signal ends it. */
export async function watchSite(options: WatchOptions): Promise<void> {
  const { service, signal, reporter } = options;
  const code = { changes: 0, building: 0, loaded: 0 };
  let said = "";
  const regenerator = createRegenerator({
    command: buildCommand(options),
    cwd: options.cwd,
    env: { ...options.env, ...(service.embedded && serviceEnvironment(service)) },
    signal,
    after: options.built,
    onStart() {
      said = "";
      code.building = code.changes;
    },
    onOutput(text) {
      said += text;
    },
    onDone(result) {
      if (result.ok) options.onBuilt();
      finish(result, said, options);
      if (!result.ok || code.loaded === code.building) return;
      code.loaded = code.building;
      void renew(options);
    },
  });
  const onFailure = (error: unknown) => reporter.warn(error instanceof Error ? error.message : String(error));
  await Promise.all([
    poll({
      everyMs: CONTENT_MS,
      signal,
      read: contentVersion(options),
      onChange: () => {
        reporter.info("The content has changed.");
        regenerator.request();
      },
      onFailure,
    }),
    poll({
      everyMs: CODE_MS,
      signal,
      read: () => sourceStamp(sources(options.config())),
      onChange: () => {
        reporter.info("The code or the configuration has changed.");
        code.changes += 1;
        regenerator.request();
      },
      onFailure,
    }),
  ]);
  await regenerator.idle();
}

/** One request, whatever the size of the space. */
function contentVersion({ service, config, signal }: WatchOptions): () => Promise<number> {
  const { requestsPerSecond, timeoutMs } = config().storyblok;
  const { endpoint, token } = service;
  const client = createContentClient({
    endpoint,
    token,
    version: "published",
    requestsPerSecond,
    timeoutMs,
    signal,
  });
  return async () => parseSpace(await client.get("cdn/spaces/me", {})).version;
}

/** What a build reads beside content: sitegen's own code and templates, and what the configuration names. */
function sources({ file, root, redirects, definition }: Config): string[] {
  const own = ["src/**/*.{ts,tsx,css}", "templates/*.html", "templates/{styles,fonts,icons}/**"];
  const rules = redirects.filter((entry) => typeof entry === "string");
  return [
    ...own.map((pattern) => PACKAGE_ROOT + pattern),
    ...rules.map((pattern) => join(root, pattern)),
    ...(file === "" ? [] : [file]),
    ...siteSources(definition === undefined ? root : dirname(resolve(root, definition))),
  ];
}

/** A site's code may be anywhere beside its definition. */
function siteSources(folder: string): string[] {
  const code = "*.{ts,tsx,js,jsx,mjs,css,scss,sass}";
  return [`${code}`, `!(node_modules|out|space)/**/${code}`].map((pattern) => join(folder, pattern));
}

function buildCommand({ config, out, stateDir }: WatchOptions): [string, ...string[]] {
  const { file } = config();
  const program = join(PACKAGE_ROOT, "bin", "sitegen.mjs");
  const flags = ["--quiet", "--json", "--out", out, "--state", stateDir];
  return [process.execPath, program, "generate", ...flags, ...(file === "" ? [] : ["--config", file])];
}

/** A build of its own would start a service of its own, which knows nothing of this one's edits. */
function serviceEnvironment({ endpoint, token, previewToken, spaceId }: ContentService): Record<string, string> {
  return {
    STORYBLOK_ENDPOINT: endpoint,
    STORYBLOK_TOKEN: token,
    STORYBLOK_PREVIEW_TOKEN: previewToken,
    STORYBLOK_SPACE_ID: spaceId,
  };
}

function finish({ ok, report, ms }: Regenerated, said: string, { reporter, live }: WatchOptions): void {
  if (!ok) {
    live.fail(`${said.trim()}\n\nThe last good output stays; this goes away with the next build that succeeds.`);
    reporter.warn(`${said.trim()}\nThe last good output stays.`);
    return;
  }
  const open = live.reload();
  const reloaded = open === 0 ? "" : `; ${open} open ${open === 1 ? "page" : "pages"} reloaded`;
  reporter.info(`Built again in ${(ms / 1000).toFixed(1)} s: ${written(report)}${reloaded}.`);
}

function written(report: string): string {
  try {
    const { pages } = JSON.parse(report) as { pages: { written: number; removed: number } };
    return `${pages.written} pages written, ${pages.removed} removed`;
  } catch {
    return "done";
  }
}

async function renew({ loadConfig, reconfigure, config, reporter }: WatchOptions): Promise<void> {
  try {
    const next = await loadConfig();
    reconfigure(next);
  } catch (error) {
    reporter.warn(error instanceof Error ? error.message : String(error));
    reconfigure(config());
  }
}
