/** The versions of a site that is being developed, one after the other. */
import { dirname, join } from "node:path";
import { PACKAGE_ROOT } from "../../package-root.ts";
import { securityHeaders } from "../../render/hosts/headers.ts";
import { loadStub } from "../../render/stub.ts";
import type { GrowingAssets } from "../growing-assets.ts";
import { headersOf as siteHeaders } from "../host-files.ts";
import type { MappedSpace } from "../map-space.ts";
import { hashOf } from "../site-cache.ts";
import type { DevContent } from "./dev-content.ts";
import type { DevFile } from "./dev-files.ts";
import type { Scope } from "./dev-sources.ts";
import type { DevOptions, DevUpdate } from "./dev-update.ts";
import { createDevVersion, type DevVersion } from "./dev-version.ts";
import { type Failure, plainFailure } from "./failure.ts";
import { FailureError } from "./failure-error.ts";
import { type CodeVersion, type SiteCodes, thrownFailure } from "./site-code.ts";

/** What is known to have changed. */
export interface Change {
  scope: Scope;
  content: boolean;
}

export interface DevVersions {
  /** Takes a change in; null where everything is as it was. Never throws: what is wrong is in the update. */
  update(change: Change): Promise<DevUpdate | null>;
  /** True while the newest sources could not be taken in. */
  isBroken(): boolean;
  /** Throws a FailureError where there was no good version yet. */
  current(): DevVersion;
  find(path: string): DevFile | null;
}

export function createDevVersions(input: {
  options: DevOptions;
  codes: SiteCodes;
  content: DevContent;
  assets: GrowingAssets;
  onPage: (path: string, ms: number) => void;
}): DevVersions {
  const { options, codes, content, assets, onPage } = input;
  const { config } = options;
  let code: CodeVersion | undefined;
  let mapped: MappedSpace | undefined;
  let version: DevVersion | undefined;
  let failures: Record<"code" | "content", Failure | null> = { code: null, content: null };
  let contentKey = "";
  let revision = 0;
  let last = { key: "", failure: "" };

  const takeCode = async (scope: Scope) => {
    if (scope !== "all" && scope !== "styles" && code) return;
    try {
      const next = await codes.build(scope === "styles" && failures.code === null ? "styles" : "all");
      if (next.loaded !== code?.loaded) mapped = undefined;
      code = next;
      failures = { ...failures, code: null };
    } catch (error) {
      failures = { ...failures, code: failureOf(error) };
    }
  };
  const takeContent = async (good: CodeVersion, again: boolean) => {
    const site = good.loaded.site;
    mapped = mapped && !again ? mapped : await content.map(site, again || failures.content !== null);
    contentKey = `${mapped.pulled.space.cv} ${mapped.pulled.snapshot}`;
    return mapped;
  };
  /** What tells this version from another one. */
  const keyOf = (good: CodeVersion, made: DevVersion) =>
    JSON.stringify([
      hashOf(good.bundled.code),
      good.bundle.hash,
      contentKey,
      made.files.domains.map(({ manifest }) => manifest.routeRules),
    ]);

  return {
    async update({ scope, content: again }) {
      await takeCode(scope);
      const isForced = scope === "context";
      if (code) {
        try {
          const next = await createDevVersion({ config, code, mapped: await takeContent(code, again), assets, onPage });
          const key = keyOf(code, next);
          if (key !== last.key || isForced) {
            version = next;
            revision += 1;
          }
          last = { ...last, key };
          failures = { ...failures, content: null };
        } catch (error) {
          failures = { ...failures, content: failureOf(error) };
        }
      }
      const failure = failures.code ?? failures.content ?? code?.warnings[0] ?? null;
      const text = JSON.stringify([revision, failure]);
      if (text === last.failure) return null;
      last = { ...last, failure: text };
      return {
        revision,
        failure,
        domains: version?.files.domains ?? [],
        headers: headersOf(version, options),
      };
    },
    isBroken: () => failures.code !== null || failures.content !== null,
    current() {
      if (version) return version;
      throw new FailureError(
        failures.code ?? failures.content ?? plainFailure(new Error("The site is not there yet.")),
      );
    },
    find(path) {
      const { files } = this.current();
      try {
        return files.find(path);
      } catch (error) {
        const root = code ? dirname(code.bundled.file) : "";
        throw new FailureError(
          thrownFailure("The page cannot be rendered", error, { modules: codes.modules, root }),
          error,
        );
      }
    },
  };
}

function failureOf(error: unknown): Failure {
  return error instanceof FailureError ? error.failure : plainFailure(error);
}

/** Those that a build writes for its hosts. */
function headersOf(version: DevVersion | undefined, { config }: DevOptions): Record<string, string> {
  const { scriptHash } = loadStub(join(PACKAGE_ROOT, "templates", "redirect.html"));
  const definition = version?.context.definition ?? { head: [], contentSecurityPolicy: {}, consent: null };
  return Object.fromEntries(securityHeaders(siteHeaders(config, definition, [scriptHash])));
}
