import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import type { Problem } from "../problems/problem.ts";
import type { RedirectOutput } from "../redirects/build.ts";
import { domainRules } from "../redirects/build.ts";
import { tagHashes, tagSources } from "../render/custom-head-tags.ts";
import type { HeaderSettings } from "../render/hosts/headers.ts";
import { contentSecurityPolicy, fileSource, type PolicySources } from "../render/hosts/headers.ts";
import type { HostInput, HostOutput } from "../render/hosts/host.ts";
import { filesForHosts } from "../render/hosts/host-files.ts";
import { scriptHashes } from "../render/script-hashes.ts";
import { speculationHashes } from "../render/speculation.ts";
import { domainPath } from "../site/domains.ts";
import type { ResolvedSite } from "../site/resolve-site.ts";
import { tagsOf } from "../site/tags.ts";
import { isUrl } from "../util/is-url.ts";
import { openSite } from "./open-site.ts";
import type { RenderContext } from "./render-context.ts";
import { foreignActions } from "./site-settings.ts";

/** Video players that an embed may load after consent. */
const PLAYERS = ["https://www.youtube-nocookie.com", "https://player.vimeo.com"];
/** Origins of the content service's images. */
const SERVICE_ASSETS = ["https://a.storyblok.com", "https://*.storyblok.com"];
const CHINA_ASSETS = ["https://*.storyblokchina.cn"];

/** The site's security policy, the same in every host's file and in `sitegen serve`. */
export function sitePolicy(
  config: Config,
  definition: Pick<ResolvedSite, "head" | "consent" | "contentSecurityPolicy" | "forms"> &
    Partial<Pick<ResolvedSite, "speculation">>,
  hashes: readonly string[],
): string {
  const { tags, gated } = tagsOf(definition, config.environment);
  const own = [...tags, ...gated.flatMap((group) => group.tags)];
  const actions = foreignActions(definition, config).flatMap(originOf);
  const { editorOrigins, bridgeUrl } = config.preview;
  const remote = remoteAssetOrigins(config);
  return contentSecurityPolicy({
    scriptHashes: [...hashes, ...speculationHashes(definition.speculation, config.site.base), ...tagHashes(own)],
    scripts: [fileSource(bridgeUrl)],
    images: [...remote, ...originOf(config.site.badge?.image ?? "")],
    media: remote,
    connect: [...actions, ...draftOrigins(config)],
    frames: PLAYERS,
    forms: [...actions, ...config.contact.redirectOrigins],
    editors: editorOrigins,
    extras: merged(tagSources(own), definition.contentSecurityPolicy, config.contentSecurityPolicy),
  });
}

/** Where the editor's frame asks for drafts. */
function draftOrigins({ preview, storyblok }: Config): string[] {
  if (preview.drafts !== undefined) return originOf(preview.drafts);
  return preview.publicDraftToken ? ["https://*.storyblok.com", ...originOf(storyblok.endpoint)] : [];
}

/** The settings that the headers of every response are built from. */
export function headerSettings(config: Config, definition: Parameters<typeof sitePolicy>[1]): HeaderSettings {
  const csp = sitePolicy(config, definition, scriptHashes(join(PACKAGE_ROOT, "templates")));
  return { csp, indexed: config.environment === "production" };
}

/**
 * Origins that pages may load images and videos from: the content service, for `assets: "remote"`, for assets that
 * could not be mirrored and for those an editor has just chosen in a draft; and the configured hosts.
 */
function remoteAssetOrigins({ storyblok, assets, assetHosts }: Config): string[] {
  const [endpoint = ""] = originOf(storyblok.endpoint);
  const service = /\.cn$/.test(endpoint) ? [...SERVICE_ASSETS, ...CHINA_ASSETS] : SERVICE_ASSETS;
  const isOwn = endpoint !== "" && !/^https:\/\/[\w.-]+\.(storyblok\.com|storyblokchina\.cn)$/.test(endpoint);
  return [...service, ...(assets === "remote" && isOwn ? [endpoint] : []), ...assetHosts];
}

/** The same headers for commands without a build; a definition that cannot be read adds nothing to the policy. */
export async function loadHeaderSettings(config: Config, stateDir: string): Promise<HeaderSettings> {
  const none = { head: [], consent: null, contentSecurityPolicy: {} };
  const load = async () => (await (await openSite(config, stateDir)).load()).site;
  return headerSettings(config, await load().catch(() => none));
}

/** Merges sources of the definition and the configuration, by directive. */
function merged(...all: readonly NonNullable<PolicySources["extras"]>[]): Record<string, string[]> {
  const sources: Record<string, string[]> = {};
  for (const extras of all) {
    for (const [name, values = []] of Object.entries(extras)) sources[name] = [...(sources[name] ?? []), ...values];
  }
  return sources;
}

/** The origin of a web URL; empty for anything else. */
function originOf(address: string): string[] {
  return /^https?:/.test(address) && isUrl(address) ? [new URL(address).origin] : [];
}

/** The configured hosts' files, and a problem for everything a host cannot express. */
export function hostFiles(options: {
  config: Config;
  redirects: Pick<RedirectOutput, "rules">;
  typedFiles?: HostInput["typedFiles"];
  /** With the folder of their domain. */
  paths?: readonly string[];
  context: Pick<RenderContext, "definition" | "domains" | "settings">;
}): HostOutput {
  const { config, redirects, context, typedFiles, paths = [] } = options;
  const headers = headerSettings(config, context.definition);
  const files: HostOutput["files"] = [];
  const problems = new Map<string, Problem>();
  for (const domain of context.domains) {
    const made = filesForHosts({
      hosts: config.hosts,
      redirects: domainRules(redirects.rules, domain, context.settings),
      headers,
      base: config.site.base,
      languages: domain.languages.flatMap(({ prefix }) => (prefix === "" ? [] : [prefix])),
      ...(typedFiles && { typedFiles }),
      paths: paths.flatMap((path) => {
        const root = `/${domainPath(domain, "")}`;
        return path.startsWith(root) ? `/${path.slice(root.length)}` : [];
      }),
    });
    files.push(...made.files.map(({ path, text }) => ({ path: domainPath(domain, path), text })));
    // A limit of the host is the same for every domain.
    for (const problem of made.problems) problems.set(JSON.stringify(problem), problem);
  }
  return { files, problems: [...problems.values()] };
}
