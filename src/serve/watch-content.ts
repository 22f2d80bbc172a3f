import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { parseSpace } from "../fetch/parse/parse-responses.ts";
import { createContentClient } from "../fetch/transport/content-client.ts";
import { realPath } from "../files/real-path.ts";
import { watchFolders } from "../files/watch-folders.ts";
import type { ContentService } from "../generate/content-service.ts";
import { postcssFiles } from "../generate/site-bundler.ts";
import { messageOf } from "../problems/cause.ts";
import { sitegenError } from "../problems/errors.ts";
import type { Reporter } from "../problems/reporter.ts";

/** Interval for a service on this machine, which has no rate limit. */
const NEAR_MS = 200;
const FAR_MS = 1000;

/**
 * Polls the content service's version until aborted, one request each, whatever the size of the space. A repeated error is
 * reported once.
 */
export async function watchContent(options: {
  config: Config;
  service: Pick<ContentService, "endpoint" | "token">;
  signal: AbortSignal;
  reporter: Reporter;
  onChange: () => void;
}): Promise<void> {
  const { config, service, signal, reporter, onChange } = options;
  const { requestsPerSecond, timeoutMs } = config.storyblok;
  const { endpoint, token } = service;
  const client = createContentClient({ endpoint, token, version: "published", requestsPerSecond, timeoutMs, signal });
  const isNear = /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(endpoint).hostname);
  let known: number | null = null;
  let failing = false;
  while (!signal.aborted) {
    try {
      const { version } = parseSpace(await client.get("cdn/spaces/me", {}));
      failing = false;
      if (known !== null && known !== version) {
        reporter.info("The content has changed.");
        onChange();
      }
      known = version;
    } catch (error) {
      if (!failing && !signal.aborted) reporter.warn(messageOf(error));
      failing = true;
    }
    await sleep(isNear ? NEAR_MS : FAR_MS, undefined, { signal }).catch(() => undefined);
  }
}

const DEBOUNCE_MS = 50;

const POSTCSS = /[\\/]postcss\.config\.\w+$/;

/** Reloads the configuration when its file, `.env`, that of PostCSS or one that either imports changes, until aborted. */
export function watchConfig(options: {
  cwd: string;
  config: () => Config;
  loadConfig: () => Promise<Config>;
  signal: AbortSignal;
  onChange: (config: Config) => void;
  onFailure: (error: unknown) => void;
}): void {
  const { cwd, loadConfig, signal, onChange, onFailure } = options;
  let ofPostcss: readonly string[] = [];
  const files = () => [join(realPath(cwd), ".env"), ...[...options.config().sourceFiles, ...ofPostcss].map(realPath)];
  const folders = () => ({
    deep: [],
    flat: [...new Set([realPath(options.config().root), ...files().map((path) => dirname(path))])],
  });
  const watchAll = async () => {
    ofPostcss = await postcssFiles(options.config()).catch(() => ofPostcss); // a fault is shown where it is used
    await (await watching).refresh(folders());
  };
  const read = async () => {
    try {
      const next = await loadConfig();
      const { root, file } = options.config();
      // A folder without a file gets the configuration of the sample.
      if (next.root !== root) {
        const hint = "Put it back, or start the command again without it.";
        throw sitegenError("CONFIG_NOT_FOUND", { message: `There is no file ${file}.`, where: file, hint });
      }
      onChange(next);
      await watchAll();
    } catch (error) {
      onFailure(error);
    }
  };
  const watching = watchFolders({
    ...folders(),
    only: (path) => files().includes(path) || POSTCSS.test(path),
    debounceMs: DEBOUNCE_MS,
    onChange: () => void read(),
  });
  void watchAll();
  signal.addEventListener("abort", () => void watching.then((watch) => watch.close()), { once: true });
}
