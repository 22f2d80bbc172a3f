import { cpus, homedir } from "node:os";
import { resolve } from "node:path";
import { GALLERY_PATH } from "../../src/preview/gallery-pages.ts";
import type { Reporter } from "../../src/problems/reporter.ts";
import { type ServeOptions, serveSite } from "../../src/serve/serve-site.ts";
import { watchSite } from "../../src/serve/watch-site.ts";
import { type CommandContext, configOf, type FolderFlags } from "../command-context.ts";
import { createReporter } from "../report.ts";
import { openPrompt } from "./prompt.ts";
import { withStateFolder } from "./state-folder.ts";

export interface ServeFlags extends FolderFlags {
  port: number;
  host: string;
  https?: boolean;
  watch?: boolean;
  gallery?: boolean;
}

/** `sitegen serve`: serves until interrupted. */
export async function runServe(flags: ServeFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal } = context;
  const reporter = createReporter(streams, flags);
  const out = resolve(cwd, flags.out);
  try {
    const stateDir = resolve(cwd, flags.state);
    const options: ServeOptions = {
      loadConfig: async () => (await configOf(flags, context)).config,
      out,
      stateDir,
      host: flags.host,
      port: flags.port,
      tls: flags.https ? await openTls(flags.host, reporter, context) : undefined,
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

/** A certificate of the user's local authority, which the browser may be told to trust. */
async function openTls(host: string, reporter: Reporter, { streams, signal }: CommandContext) {
  // Slow to load, and only needed here.
  const { authorityFolder, certifyHost, openLocalAuthority } = await import("../../src/serve/https/local-authority.ts");
  const { offerTrust } = await import("../../src/serve/https/trust.ts");
  const { env } = streams;
  const authority = await openLocalAuthority(authorityFolder(env));
  const isAsked = process.stdin.isTTY === true && !env.CI;
  const ask = async (question: string) => {
    const prompt = openPrompt({ input: process.stdin, output: process.stderr, signal });
    try {
      return /^y(es)?$/i.test(await prompt.ask(`${question} Yes or no`, "no"));
    } finally {
      prompt.close();
    }
  };
  const home = env.HOME ?? homedir();
  const { platform } = process;
  await offerTrust({ authority, platform, home, ask: isAsked ? ask : null, say: reporter.info });
  const { key, certificate } = await certifyHost(authority, host);
  return { key, cert: certificate };
}
