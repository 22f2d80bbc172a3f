/** The versions of a site during development, one after the other. */
import { dirname } from "node:path";
import type { Config } from "../../config/config.ts";
import { contentHash } from "../../files/hash.ts";
import { bundleInMemory } from "../../generate/client-cache.ts";
import type { OnDemandAssets } from "../../generate/gather-assets.ts";
import { gatherRedirects } from "../../generate/gather-redirects.ts";
import { headerSettings as siteHeaders } from "../../generate/host-files.ts";
import type { MappedSpace } from "../../generate/map-space.ts";
import { createOpenedSite } from "../../generate/open-site.ts";
import { withOwnRoutes } from "../../generate/own-routes.ts";
import { toPreparedClient } from "../../generate/prepare-client.ts";
import { publicStamp } from "../../generate/public-files.ts";
import type { RenderContext } from "../../generate/render-context.ts";
import { siteSettings } from "../../generate/site-settings.ts";
import { securityHeaders } from "../../render/hosts/headers.ts";
import type { DevContent, DevValues } from "./dev-content.ts";
import { createDevFiles, type FoundFile } from "./dev-files.ts";
import type { RebuildScope } from "./dev-sources.ts";
import type { DevOptions, DevUpdate } from "./dev-update.ts";
import { type Failure, FailureError, failureWithoutLocation } from "./failure.ts";
import { type CodeVersion, failureFromError, type SiteCodes } from "./site-code.ts";
import type { PendingChange } from "./update-queue.ts";

/** Two saves, each with one version before and one after its browser code is ready. */
const KEPT_VERSIONS = 4;

/** The last error of each part of the work; null if it succeeded. */
type Failures = Record<"code" | "content" | "browser", Failure | null>;

export function createDevVersions(input: {
  options: DevOptions;
  codes: SiteCodes;
  content: DevContent;
  values: DevValues;
  assets: OnDemandAssets;
  onPage: (path: string, ms: number) => void;
}) {
  const { options, codes, content, values, assets, onPage } = input;
  const { config, stateDir } = options;
  let code: CodeVersion | undefined;
  let mapped: MappedSpace | undefined;
  let newest: DevVersion | undefined;
  let whole: DevVersion | undefined;
  /** The newest is last. Pages of older ones may still be open and request their files. */
  let versions: DevVersion[] = [];
  let tried: CodeVersion | undefined;
  let failures: Failures = { code: null, content: null, browser: null };
  let contentKey = "";
  let revision = 0;
  let last = { key: "", reported: "" };

  const takeCode = async (scope: RebuildScope) => {
    if (scope !== "all" && scope !== "styles" && code) return;
    try {
      const next = await codes.build(scope === "styles" && failures.code === null ? "styles" : "all");
      if (next.loaded !== code?.loaded) mapped = undefined;
      code = next;
      failures = { ...failures, code: null, browser: next.isWhole ? null : failures.browser };
    } catch (error) {
      failures = { ...failures, code: failureOf(error) };
    }
  };
  const takeContent = async (good: CodeVersion, again: boolean) => {
    const site = good.loaded.site;
    const isAgain = again || failures.content !== null;
    mapped = mapped && !again ? mapped : await content.map(site, isAgain);
    contentKey = `${mapped.pulled.space.cv} ${mapped.pulled.snapshot}`;
    return mapped;
  };
  const takeVersion = async (good: CodeVersion, change: PendingChange) => {
    try {
      const [taken, sources] = await Promise.all([takeContent(good, change.content), values(good)]);
      contentKey = [contentKey, ...Object.values(sources.hashes)].join(" ");
      const given = { config, stateDir, code: good, mapped: taken, values: sources.values, assets, onPage };
      const made = await createDevVersion(given);
      const key = keyOf(good, made);
      const isOfOtherPull = made.context.space !== newest?.context.space;
      if (key !== last.key || change.scope === "context" || isOfOtherPull) {
        newest = made;
        revision += 1;
        versions = [...versions, made].slice(-KEPT_VERSIONS);
      }
      if (good.isWhole) whole = newest;
      last = { ...last, key };
      failures = { ...failures, content: null };
    } catch (error) {
      failures = { ...failures, content: failureOf(error) };
    }
    content.closeBut(new Set([newest, whole].map((version) => version?.context.space)));
  };
  /** Two versions with the same key are equal. */
  const keyOf = (good: CodeVersion, made: DevVersion) =>
    JSON.stringify([
      contentHash(good.bundled.code),
      good.bundle.hash,
      contentKey,
      made.prepared.client.paths,
      publicStamp(config),
      made.files.domains.map(({ manifest }) => manifest.routeRules),
    ]);
  const tell = (): DevUpdate | null => {
    const failure = firstOf(failures) ?? code?.warnings[0] ?? null;
    const reported = JSON.stringify([revision, failure]);
    if (reported === last.reported) return null;
    last = { ...last, reported };
    return {
      revision,
      isWhole: code?.isWhole ?? true,
      failure,
      domains: newest?.files.domains ?? [],
      headers: headerSettings(newest, options),
    };
  };
  /** The last version with its own browser code. Throws a FailureError if there is none. */
  const current = (): DevVersion => {
    if (whole) return whole;
    throw new FailureError(firstOf(failures) ?? failureWithoutLocation(new Error("The site is not ready yet.")));
  };

  return {
    /**
     * Applies a change as far as an open page can show it; the browser code may still be the former version's. Null if
     * nothing changed. Never throws: errors are in the update.
     */
    async update(change: PendingChange): Promise<DevUpdate | null> {
      await takeCode(change.scope);
      if (code) await takeVersion(code, change);
      return tell();
    },
    /** True if the newest version has its own browser code. */
    isWhole: () => code === undefined || code.isWhole || code === tried || failures.code !== null,
    /** Completes the newest version; returns the same as `update`. Stops at once after `cancel`, without effect. */
    async complete(): Promise<DevUpdate | null> {
      const begun = code;
      try {
        const next = await codes.complete();
        if (!next) return null;
        code = next;
        failures = { ...failures, browser: null };
        await takeVersion(next, { scope: "all", content: false });
      } catch (error) {
        tried = begun;
        failures = { ...failures, browser: failureOf(error) };
      }
      return tell();
    },
    cancel: () => codes.cancel(),
    /** True while the newest sources have an error. */
    isBroken: () => firstOf(failures) !== null,
    current,
    /** A file of the last whole version, or of the newest one. Throws render errors as a FailureError. */
    async find(path: string, of: "whole" | "newest"): Promise<FoundFile | null> {
      const version = of === "newest" ? (newest ?? current()) : current();
      try {
        const found = version.files.find(path);
        // A path with a hash has the same bytes in every version.
        const isHashed = /(?:^|\/)_assets\//.test(path);
        return found ?? (isHashed ? findIn(versions, path) : null) ?? (await version.files.findOutput(path));
      } catch (error) {
        const root = code ? dirname(code.bundled.file) : "";
        throw new FailureError(
          failureFromError("The page cannot be rendered", error, { modules: codes.modules, root }),
          error,
        );
      }
    },
  };
}

function findIn(versions: readonly DevVersion[], path: string): FoundFile | null {
  for (const { files } of [...versions].reverse()) {
    const found = files.find(path);
    if (found) return found;
  }
  return null;
}

function firstOf({ code, content, browser }: Failures): Failure | null {
  return code ?? content ?? browser;
}

function failureOf(error: unknown): Failure {
  return error instanceof FailureError ? error.failure : failureWithoutLocation(error);
}

/** The headers that a build writes into its hosts' files. */
function headerSettings(version: DevVersion | undefined, { config }: DevOptions): Record<string, string> {
  const definition = version?.context.definition ?? { head: [], contentSecurityPolicy: {}, consent: null };
  return Object.fromEntries(securityHeaders(siteHeaders(config, definition)));
}

/** One version of a site: its code and content, and the files made from them. */
type DevVersion = Awaited<ReturnType<typeof createDevVersion>>;

/** The same steps as in a build, up to the pages. */
async function createDevVersion(options: {
  config: Config;
  stateDir: string;
  code: CodeVersion;
  mapped: MappedSpace;
  values: RenderContext["values"];
  assets: OnDemandAssets;
  onPage: (path: string, ms: number) => void;
}) {
  const { config, stateDir, code, mapped, values, assets, onPage } = options;
  const { site, stories, definition } = mapped;
  const { space } = mapped.pulled;
  const filenames = stories.assets(space);
  await assets.gather(new Set(filenames));
  const { bundled, loaded, bundle } = code;
  const client = toPreparedClient({ config, site: bundled, bundle: bundleInMemory(bundle), stateDir });
  const settings = siteSettings(config, { definition, badgeImage: client.badgeImage });
  const { site: _, ...blocks } = loaded;
  const given = { config, space, values, site, definition, settings, assets: assets.lookup };
  const context = withOwnRoutes({ ...given, ...blocks, ...client });
  const redirects = await gatherRedirects(config, { ...mapped, site: context.site });
  const [clientFiles, siteFiles] = [await client.files(), await client.siteFiles()];
  const shown = { config, stateDir, context, client, clientFiles, siteFiles, assets, redirects, onPage };
  const files = createDevFiles({ ...shown, summaries: stories.summaries() });
  return { prepared: { opened: createOpenedSite(bundled, async () => loaded, config), client }, context, files };
}
