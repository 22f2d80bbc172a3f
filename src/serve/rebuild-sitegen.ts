import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE_ROOT } from "../files/package-root.ts";
import { RUNS_FROM_SOURCE } from "../files/script-file.ts";
import { messageOf } from "../problems/cause.ts";
import type { Reporter } from "../problems/reporter.ts";

/** Wait after the last change, so that the site's page is rendered first. */
const DEBOUNCE_MS = 2000;

interface CliBuilder {
  buildCli(root: string): Promise<boolean>;
}

/** False if nothing has changed. */
async function bundle(script: string): Promise<boolean> {
  const { buildCli } = (await import(pathToFileURL(script).href)) as CliBuilder;
  return buildCli(PACKAGE_ROOT);
}

/**
 * Reports a change to sitegen's own code once it can be run: bundled, unless sitegen runs from source. Only in a checkout
 * of sitegen, not in an installed package.
 */
export function rebuildSitegenOnChange(options: { reporter: Reporter; onBuilt: () => void }): {
  changed(): void;
  close(): void;
} {
  const { reporter, onBuilt } = options;
  const script = join(PACKAGE_ROOT, "scripts", "build-cli.mjs");
  let timer: NodeJS.Timeout | undefined;
  const rebuild = async () => {
    try {
      if (!RUNS_FROM_SOURCE && !(await bundle(script))) return;
      reporter.info("sitegen's own code has changed; restarting the render process.");
      onBuilt();
    } catch (error) {
      reporter.warn(messageOf(error));
    }
  };
  return {
    changed() {
      clearTimeout(timer);
      if (existsSync(script)) timer = setTimeout(() => void rebuild(), DEBOUNCE_MS);
    },
    close: () => clearTimeout(timer),
  };
}
