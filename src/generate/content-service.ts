import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Config } from "../config/config.ts";
import type { TokenAccess } from "../edge/editor-token.ts";
import { snapshotFolder } from "../fetch/pull-space.ts";
import { variableOf } from "../fetch/pull-spaces.ts";
import { readSnapshotHead } from "../fetch/snapshot/snapshot-table.ts";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { sitegenError } from "../problems/errors.ts";
import { MAIN_SPACE } from "../site/spaces.ts";
import type { SpaceServiceOptions } from "../space/start-space-service.ts";
import { definitionFile } from "./definition-file.ts";

/** The content service to pull from, and how to stop it. */
export interface ContentService {
  endpoint: string;
  token: string;
  previewToken: string;
  spaceId: string;
  /** True when the embedded service over the sample space is used. */
  embedded: boolean;
  close(): Promise<void>;
}

/** Where a space of the site is read, and with which tokens. */
export type SpaceService = Pick<ContentService, "endpoint" | "token" | "previewToken" | "spaceId">;

/** The service of one of the site's spaces; `service` is that of the main one. Throws CONFIG_INVALID without a token. */
export function serviceOf(
  space: string,
  { config, service }: { config: Pick<Config, "storyblok">; service: SpaceService },
  wanted: "token" | "previewToken" = "token",
): SpaceService {
  if (space === MAIN_SPACE) return service;
  const own = config.storyblok.spaces[space];
  if (own && own[wanted] !== "") return own;
  const variable = variableOf(wanted === "token" ? "STORYBLOK_TOKEN" : "STORYBLOK_PREVIEW_TOKEN", space);
  throw sitegenError("CONFIG_INVALID", {
    message: `The site definition names the space "${space}", but ${variable} is not set.`,
    hint: `Set ${variable} in the environment or in .env to a token of that space.`,
  });
}

/** What to say where a command works on the main space alone; null if the site has no other. */
export function mainSpaceNote(what: string, { storyblok }: Pick<Config, "storyblok">): string | null {
  const others = Object.keys(storyblok.spaces).map((space) => `"${space}"`);
  return others.length === 0
    ? null
    : `${what} of the main space alone; nothing is asked of ${others.join(", ")} for it.`;
}

/** What the visual editor of each space proves itself with. */
export function editorAccess(
  { storyblok }: Pick<Config, "storyblok">,
  { previewToken, spaceId }: Pick<SpaceService, "previewToken" | "spaceId">,
): TokenAccess[] {
  const others = Object.entries(storyblok.spaces).map(([space, one]) => ({ space, ...one }));
  return [{ space: MAIN_SPACE, previewToken, spaceId }, ...others];
}

/** A space's id: as configured, or as the last pull got it; "" if it is not known. */
export function spaceIdOf(
  space: string,
  { config, stateDir }: { config: Pick<Config, "storyblok">; stateDir: string },
): string {
  const { spaceId } = space === MAIN_SPACE ? config.storyblok : (config.storyblok.spaces[space] ?? { spaceId: "" });
  return spaceId || String(readSnapshotHead(join(stateDir, snapshotFolder(space)))?.spaceId ?? "");
}

export const SAMPLE_SPACE = join(PACKAGE_ROOT, "templates/sample-space");
const SAMPLE_DEFINITION = join(PACKAGE_ROOT, "src/blocks/site.ts");

type SpacePlace = Pick<Config, "space" | "root" | "file" | "definition">;

/** The folder used as the space; undefined if there is none. The sample's content only fits the sample's own definition. */
export function findSpaceFolder(config: SpacePlace): string | undefined {
  if (config.space !== undefined) return resolve(config.root, config.space);
  const beside = join(config.root, "space");
  if (existsSync(join(beside, "space.json"))) return beside;
  return definitionFile(config) === SAMPLE_DEFINITION ? SAMPLE_SPACE : undefined;
}

/** As `findSpaceFolder`, for commands that cannot do without. */
export function spaceFolder(config: SpacePlace): string {
  const folder = findSpaceFolder(config);
  if (folder !== undefined) return folder;
  throw sitegenError("CONFIG_INVALID", {
    message: "No space is configured, and there is no folder of content.",
    where: config.file,
    hint: `Set STORYBLOK_TOKEN in the environment or in .env, or put content into ${join(config.root, "space")}.`,
  });
}

/**
 * The configured content service, or the embedded one over a folder of content on a free loopback port. With `notify` edits
 * in that folder are published while it runs. Without `needed` there may be neither: then it has no endpoint and no token.
 */
export async function openContentService(
  config: Config,
  {
    needed = true,
    ...edits
  }: { needed?: boolean } & Pick<SpaceServiceOptions, "notify" | "onPublish" | "onBroken"> = {},
): Promise<ContentService> {
  const { endpoint, token, previewToken, spaceId } = config.storyblok;
  if (endpoint !== "" || (!needed && findSpaceFolder(config) === undefined))
    return { endpoint, token, previewToken, spaceId, embedded: false, close: async () => {} };
  const { startSpaceService } = await import("../space/start-space-service.ts"); // only if needed
  // No journal: dates follow from the content, so that the output is the same on every machine.
  const service = await startSpaceService({
    dir: spaceFolder(config),
    rateLimit: false,
    journal: false,
    notify: () => undefined,
    watch: edits.notify !== undefined,
    ...edits,
  });
  return {
    endpoint: service.endpoint,
    token: service.token,
    previewToken: service.previewToken,
    spaceId: String(service.spaceId),
    embedded: true,
    close: () => service.close(),
  };
}
