import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "../config/config.ts";
import { watchFolders } from "../watch-folders.ts";

const DEBOUNCE_MS = 50;

/** Reloads the configuration when its file or `.env` changes, until aborted. */
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
  const { file } = options.config();
  const files = [join(realpathSync(cwd), ".env"), ...(file === "" ? [] : [realpathSync(file)])];
  const read = async () => {
    try {
      onChange(await loadConfig());
    } catch (error) {
      onFailure(error);
    }
  };
  const watching = watchFolders({
    deep: [],
    flat: [...new Set(files.map((path) => dirname(path)))],
    only: (path) => files.includes(path),
    debounceMs: DEBOUNCE_MS,
    onChange: () => void read(),
  });
  signal.addEventListener("abort", () => void watching.then((watch) => watch.close()), { once: true });
}
