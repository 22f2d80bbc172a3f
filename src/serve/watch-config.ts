import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { watchFolders } from "../files/watch-folders.ts";

const DEBOUNCE_MS = 50;

const POSTCSS = /[\\/]postcss\.config\.\w+$/;

/** Reloads the configuration when its file, one that it imports, `.env` or that of PostCSS changes, until aborted. */
export function watchConfig(options: {
  cwd: string;
  /** The current configuration. */
  config: () => Config;
  loadConfig: () => Promise<Config>;
  signal: AbortSignal;
  onChange: (config: Config) => void;
  onFailure: (error: unknown) => void;
}): void {
  const { cwd, loadConfig, signal, onChange, onFailure } = options;
  const files = () => [
    join(realpathSync(cwd), ".env"),
    ...options.config().sourceFiles.map((file) => (existsSync(file) ? realpathSync(file) : file)),
  ];
  const folders = () => ({
    deep: [],
    flat: [...new Set([realpathSync(options.config().root), ...files().map((path) => dirname(path))])],
  });
  const read = async () => {
    try {
      onChange(await loadConfig());
      await (await watching).refresh(folders());
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
  signal.addEventListener("abort", () => void watching.then((watch) => watch.close()), { once: true });
}
