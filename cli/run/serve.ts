import { cpus } from "node:os";
import { resolve } from "node:path";
import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import { GALLERY_PATH } from "../../src/preview/gallery-pages.ts";
import type { WatchOptions } from "../../src/serve/serve-options.ts";
import { serveSite } from "../../src/serve/serve-site.ts";
import { watchSite } from "../../src/serve/watch-site.ts";
import type { CommandContext } from "../command-context.ts";
import { createReporter } from "../report.ts";
import { withStateFolder } from "./state-folder.ts";

export interface ServeFlags {
  config?: string;
  out: string;
  state: string;
  port: number;
  host: string;
  watch?: boolean;
  gallery?: boolean;
  verbose?: boolean;
  quiet?: boolean;
}

/** `sitegen serve`: serves until interrupted. */
export async function runServe(flags: ServeFlags, { streams, cwd, signal }: CommandContext): Promise<number> {
  const reporter = createReporter(streams, { quiet: flags.quiet === true, verbose: flags.verbose === true });
  const out = resolve(cwd, flags.out);
  try {
    const stateDir = resolve(cwd, flags.state);
    const options: WatchOptions = {
      loadConfig: () => loadConfig({ cwd, file: flags.config, env: readEnvironment(cwd, streams.env) }),
      out,
      stateDir,
      host: flags.host,
      port: flags.port,
      gallery: flags.gallery === true,
      jobs: cpus().length,
      cwd,
      reporter,
      signal,
      onListening: (url) => {
        reporter.end();
        const what = flags.watch ? "the site from its newest content and code" : out;
        reporter.info(`Serving ${what}. Press Ctrl-C to stop.`);
        if (flags.gallery) reporter.info(`The gallery is at ${new URL(GALLERY_PATH, url)}`);
        streams.stdout.write(`${url}\n`);
      },
    };
    await withStateFolder(stateDir, () => (flags.watch ? watchSite : serveSite)(options), { needed: false });
  } finally {
    reporter.end();
  }
  signal.throwIfAborted();
  return 0;
}
