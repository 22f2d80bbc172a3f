import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { sitegenError } from "../errors.ts";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Config } from "./config.ts";
import { importConfig } from "./import-config.ts";
import { parseConfig } from "./parse-config.ts";
import type { FileConfig } from "./schema.ts";

const FILE_NAMES = ["sitegen.config.ts", "sitegen.config.js", "sitegen.config.mjs", "sitegen.config.json"];

const REGION_HOSTS: Record<FileConfig["storyblok"]["region"], string> = {
  eu: "https://api.storyblok.com/v2",
  us: "https://api-us.storyblok.com/v2",
  ca: "https://api-ca.storyblok.com/v2",
  ap: "https://api-ap.storyblok.com/v2",
  cn: "https://app.storyblokchina.cn/v2",
};

export interface LoadOptions {
  cwd: string;
  /** Path given with --config. */
  file?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
}

/** Reads and checks the configuration; the only reader of the STORYBLOK_ environment. */
export async function loadConfig({ cwd, file, env }: LoadOptions): Promise<Config> {
  const own = file ? resolve(cwd, file) : findFile(cwd);
  const path = own ?? sampleFile(cwd, env);
  if (file && path && !existsSync(path)) {
    throw sitegenError("CONFIG_NOT_FOUND", { message: `There is no file ${file}.`, where: file });
  }
  const read = parseConfig(path ? await readConfigFile(path, env) : {}, path ?? "");
  const standIn = own === undefined && !isSampleSpace(serviceAccess(env));
  const parsed = standIn ? withoutIdentity(read) : read;
  const environment = environmentOf(env) ?? parsed.environment;
  const { origin = parsed.site.origin, origins = {}, drafts = false } = parsed.environments[environment] ?? {};
  return deepFreeze({
    ...parsed,
    site: { ...parsed.site, ...(origin !== undefined && { origin }) },
    origins,
    standIn,
    drafts,
    root: path ? dirname(path) : cwd,
    file: path ?? "",
    environment,
    storyblok: { ...parsed.storyblok, ...access(parsed, env) },
  });
}

/**
 * The sample's own configuration, for a folder without one. On loopback it serves spaces that are tried out as well,
 * without what names the sample (`withoutIdentity`). Any other space has a site of its own.
 */
function sampleFile(cwd: string, env: LoadOptions["env"]): string | undefined {
  const { endpoint } = serviceAccess(env);
  if (endpoint === "" || LOOPBACK.test(new URL(endpoint).hostname)) return findFile(PACKAGE_ROOT);
  throw sitegenError("CONFIG_NOT_FOUND", {
    message: `A space is configured in the environment, but ${cwd} holds no ${FILE_NAMES[0]}.`,
    where: cwd,
    hint: "`sitegen init --from-space` writes a site from the space's content. For a site that exists, run in its folder or give --config.",
  });
}

/** A token is of one space; without an endpoint the embedded service serves the sample's. */
function isSampleSpace({ endpoint, token, previewToken }: ReturnType<typeof serviceAccess>): boolean {
  if (endpoint === "") return true;
  const sample = JSON.parse(readFileSync(join(PACKAGE_ROOT, "templates/sample-space/space.json"), "utf8"));
  return token === "" ? previewToken === sample.previewToken : token === sample.token;
}

/** Names, address and redirects of a configuration are its own site's; the address is that of `sitegen serve`. */
function withoutIdentity({ site, ...config }: FileConfig): FileConfig {
  return { ...config, site: { base: site.base, origin: "http://127.0.0.1:3000" }, redirects: [] };
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function findFile(cwd: string): string | undefined {
  return FILE_NAMES.map((name) => resolve(cwd, name)).find((path) => existsSync(path));
}

/** Endpoint and tokens as the environment alone tells them; "" where no space is configured. */
export function serviceAccess(env: LoadOptions["env"]): { endpoint: string; token: string; previewToken: string } {
  return access(parseConfig({}, ""), env);
}

function access(parsed: FileConfig, env: LoadOptions["env"]) {
  const token = env.STORYBLOK_TOKEN ?? "";
  const configured = env.STORYBLOK_ENDPOINT ?? parsed.storyblok.endpoint ?? "";
  const endpoint = (configured || (token ? REGION_HOSTS[parsed.storyblok.region] : "")).replace(/\/+$/, "");
  if (endpoint !== "" && !URL.canParse(endpoint)) {
    throw sitegenError("CONFIG_INVALID", {
      message: `STORYBLOK_ENDPOINT must be a URL such as https://api.storyblok.com/v2, but it is "${endpoint}".`,
    });
  }
  if (endpoint !== "" && token === "" && !env.STORYBLOK_PREVIEW_TOKEN) {
    throw sitegenError("CONFIG_INVALID", {
      message: "A content service is configured, but no token.",
      hint: "Set STORYBLOK_TOKEN in the environment or in .env.",
    });
  }
  return {
    endpoint,
    token,
    previewToken: env.STORYBLOK_PREVIEW_TOKEN ?? "",
    spaceId: env.STORYBLOK_SPACE_ID ?? "",
    webhookSecret: env.STORYBLOK_WEBHOOK_SECRET ?? "",
  };
}

/** Checked as the key of the file is. */
function environmentOf({ SITEGEN_ENVIRONMENT: environment }: LoadOptions["env"]): string | undefined {
  return environment ? parseConfig({ environment }, "SITEGEN_ENVIRONMENT").environment : undefined;
}

async function readConfigFile(path: string, env: LoadOptions["env"]): Promise<unknown> {
  try {
    if (path.endsWith(".json")) return JSON.parse(await readFile(path, "utf8"));
    return await importConfig(path, env);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw sitegenError("CONFIG_UNREADABLE", { message: `The file cannot be read: ${message}`, where: path, cause });
  }
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    Object.values(value).forEach(deepFreeze);
    Object.freeze(value);
  }
  return value;
}
