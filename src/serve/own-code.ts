import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PACKAGE_ROOT } from "../package-root.ts";
import type { Reporter } from "../reporter.ts";

/** After the last change: who works on sitegen itself sees a page of the site first. */
const QUIET_MS = 2000;

interface CliBuilder {
  buildCli(root: string): Promise<boolean>;
}

/** Bundles sitegen's own code again after a change: in a checkout of it, where that is developed too. */
export function followOwnCode(options: { reporter: Reporter; onBuilt: () => void }): {
  changed(): void;
  close(): void;
} {
  const { reporter, onBuilt } = options;
  const script = join(PACKAGE_ROOT, "scripts", "build-cli.mjs");
  let timer: NodeJS.Timeout | undefined;
  const rebuild = async () => {
    try {
      const { buildCli } = (await import(pathToFileURL(script).href)) as CliBuilder;
      if (!(await buildCli(PACKAGE_ROOT))) return;
      reporter.info("sitegen's own code has changed; the process that renders pages is started again.");
      onBuilt();
    } catch (error) {
      reporter.warn(error instanceof Error ? error.message : String(error));
    }
  };
  return {
    changed() {
      clearTimeout(timer);
      if (existsSync(script)) timer = setTimeout(() => void rebuild(), QUIET_MS);
    },
    close: () => clearTimeout(timer),
  };
}
