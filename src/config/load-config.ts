import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import { bundlerSettings } from "./bundler-settings.ts";
import type { Config, SpaceSettings } from "./config.ts";
import { type ImportedConfig, importConfig } from "./import-config.ts";
import { parseConfig } from "./parse-config.ts";
import type { FileConfig } from "./schema.ts";

/** Names of the configuration's file; the first that exists is used. */
export const FILE_NAMES = ["sitegen.config.ts", "sitegen.config.js", "sitegen.config.mjs", "sitegen.config.json"];

type Region = FileConfig["storyblok"]["region"];

const REGION_HOSTS: Record<Region, string> = {
  eu: "https://api.storyblok.com/v2",
  us: "https://api-us.storyblok.com/v2",
  ca: "https://api-ca.storyblok.com/v2",
  ap: "https://api-ap.storyblok.com/v2",
  cn: "https://app.storyblokchina.cn/v2",
};

export interface LoadOptions {
  cwd: string;
  /** Path from --config. */
  file?: string | undefined;
  env: Readonly<Record<string, string | undefined>>;
  /** False for what asks the management API alone: the endpoint is then known without a token. */
  needsToken?: boolean;
}

/** Reads and validates the configuration; the only code that reads the STORYBLOK_ environment. */
export async function loadConfig({ cwd, file, env, needsToken = true }: LoadOptions): Promise<Config> {
  const beside = FILE_NAMES.map((name) => resolve(cwd, name)).find((one) => existsSync(one));
  const path = file ? resolve(cwd, file) : (beside ?? sampleFile(cwd, env));
  if (file && !existsSync(path)) {
    throw sitegenError("CONFIG_NOT_FOUND", { message: `There is no file ${file}.`, where: file });
  }
  const { value, hash, files } = await readConfigFile(path, env);
  const parsed = parseConfig(value, path);
  const { SITEGEN_ENVIRONMENT: named } = env;
  // Validated like the key of the file.
  const { environment } = named ? parseConfig({ environment: named }, "SITEGEN_ENVIRONMENT") : parsed;
  const service = access(parsed, env, needsToken);
  const { origin = parsed.site.origin, origins = {}, ...own } = parsed.environments[environment] ?? {};
  // Specification §4 and §6: drafts wherever it is not production, as soon as there is a token that may read them.
  const { drafts = environment !== "production" && service.previewToken !== "" } = own;
  return deepFreeze({
    ...parsed,
    site: { ...parsed.site, ...(origin !== undefined && { origin }) },
    origins,
    drafts,
    root: dirname(path),
    file: path,
    environment,
    consoleKey: env.SITEGEN_CONSOLE_KEY ?? "",
    notifyUrl: env.SITEGEN_NOTIFY_URL ?? "",
    share: {
      secret: env.SITEGEN_SHARE_SECRET ?? "",
      revoked: env.SITEGEN_SHARE_REVOKED ?? "",
      address: env.SITEGEN_SHARE_ADDRESS ?? "",
    },
    bundler: bundlerSettings(parsed.bundler, hash),
    publicVariables: Object.fromEntries(
      Object.entries(env).flatMap(([name, text]) =>
        /^PUBLIC_\w+$/.test(name) && text !== undefined ? [[name, text]] : [],
      ),
    ),
    sourceFiles: files,
    storyblok: { ...parsed.storyblok, ...service, spaces: otherSpaces(parsed, env, service.endpoint) },
  });
}

/** The package's own configuration for a folder without one; for the embedded sample only. */
function sampleFile(cwd: string, env: LoadOptions["env"]): string {
  const access = serviceAccess(env);
  if (isSampleSpace(access)) return join(PACKAGE_ROOT, "sitegen.config.ts");
  throw sitegenError("CONFIG_NOT_FOUND", {
    message: `${cwd} has no ${FILE_NAMES[0]}, and the space at ${access.endpoint} is not sitegen's own sample.`,
    where: cwd,
    hint: "`sitegen init --from-space` creates a site from the space's content. For an existing site, run the command in its folder or use --config.",
  });
}

/**
 * True for the embedded service: without an endpoint it is started. `sitegen space` also runs it on loopback, where the
 * token identifies the space.
 */
function isSampleSpace({ endpoint, token, previewToken }: ReturnType<typeof serviceAccess>): boolean {
  if (endpoint === "") return true;
  if (!LOOPBACK.test(new URL(endpoint).hostname)) return false;
  const sample = JSON.parse(readFileSync(join(PACKAGE_ROOT, "templates/sample-space/space.json"), "utf8"));
  return token === "" ? previewToken === sample.previewToken : token === sample.token;
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** Endpoint and tokens from the environment; "" if no space is configured. */
export function serviceAccess(env: LoadOptions["env"]): { endpoint: string; token: string; previewToken: string } {
  return access(parseConfig({}, ""), env);
}

/**
 * The management API of the service in the environment, its token, and the space. Regions outside of Europe have it on the same host;
 * so has the embedded service.
 */
export function managementAccess(
  env: LoadOptions["env"],
  endpoint = serviceAccess(env).endpoint || REGION_HOSTS.eu,
): { endpoint: string; token: string; spaceId: string } {
  const api = new URL(endpoint.replace(/\/v2$/, "/v1"));
  if (api.hostname === "api.storyblok.com") api.hostname = "mapi.storyblok.com";
  return {
    endpoint: api.href.replace(/\/$/, ""),
    token: env.STORYBLOK_MANAGEMENT_TOKEN ?? "",
    spaceId: env.STORYBLOK_SPACE_ID ?? "",
  };
}

/** The content delivery API of each region. */
export function regionEndpoints({ regions }: Pick<FileConfig["storyblok"], "regions">): Record<Region, string> {
  return { ...REGION_HOSTS, ...regions };
}

function access(parsed: FileConfig, env: LoadOptions["env"], needsToken = true) {
  const { token, ...settings } = settingsOf(env, "");
  const configured = env.STORYBLOK_ENDPOINT?.trim() ?? parsed.storyblok.endpoint ?? "";
  const given = configured || (token || !needsToken ? regionEndpoints(parsed.storyblok)[parsed.storyblok.region] : "");
  const endpoint = checkedEndpoint("STORYBLOK_ENDPOINT", given);
  if (needsToken && endpoint !== "" && token === "" && !env.STORYBLOK_PREVIEW_TOKEN) {
    throw sitegenError("CONFIG_INVALID", {
      message: "A content service is configured, but no token.",
      hint: "Set STORYBLOK_TOKEN in the environment or in .env.",
    });
  }
  return { ...settings, token, endpoint };
}

/** The variables of one space: of the main one with "", of another with `_` and its name in capitals. */
function settingsOf(env: LoadOptions["env"], suffix: string): SpaceSettings {
  // A line break or a space comes along where a secret is copied into a CI.
  const of = (name: string) => env[`STORYBLOK_${name}${suffix}`]?.trim() ?? "";
  return {
    endpoint: of("ENDPOINT"),
    token: of("TOKEN"),
    previewToken: of("PREVIEW_TOKEN"),
    spaceId: of("SPACE_ID"),
    webhookSecret: of("WEBHOOK_SECRET"),
    webhookPath: of("WEBHOOK_PATH"),
  };
}

const OF_SPACE = /^STORYBLOK_(?:ENDPOINT|TOKEN|PREVIEW_TOKEN|SPACE_ID|WEBHOOK_SECRET|WEBHOOK_PATH)_([A-Z][A-Z0-9_]*)$/;

/** Spaces of which the environment has something, by name in lower case. They are at the main space's service by default. */
function otherSpaces(parsed: FileConfig, env: LoadOptions["env"], main: string): Record<string, SpaceSettings> {
  const names = new Set(Object.keys(env).flatMap((name) => OF_SPACE.exec(name)?.[1] ?? []));
  const spaces = [...names].sort().map((name): [string, SpaceSettings] => {
    const own = settingsOf(env, `_${name}`);
    const given = own.endpoint || main || regionEndpoints(parsed.storyblok)[parsed.storyblok.region];
    return [name.toLowerCase(), { ...own, endpoint: checkedEndpoint(`STORYBLOK_ENDPOINT_${name}`, given) }];
  });
  return Object.fromEntries(spaces);
}

/** Without slashes at its end. */
function checkedEndpoint(name: string, given: string): string {
  const endpoint = given.replace(/\/+$/, "");
  if (endpoint === "" || URL.canParse(endpoint)) return endpoint;
  throw sitegenError("CONFIG_INVALID", {
    message: `${name} must be a URL such as https://api.storyblok.com/v2, but it is "${endpoint}".`,
  });
}

async function readConfigFile(path: string, env: LoadOptions["env"]): Promise<ImportedConfig> {
  try {
    if (path.endsWith(".json")) return { value: JSON.parse(await readFile(path, "utf8")), hash: "", files: [path] };
    return await importConfig(path, env);
  } catch (cause) {
    const message = messageOf(cause);
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
