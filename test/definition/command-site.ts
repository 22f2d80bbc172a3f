/** A site of one's own in a folder, used through the command line alone. */

import { runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

export interface CommandSite extends Omit<SmallSite, "build"> {
  /** Runs a command in the site's folder. */
  run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** The same in a process of its own, as a user's. */
  spawn(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** `generate --json`; throws what it prints if it fails. */
  generate(
    ...args: string[]
  ): Promise<{ pages: { total: number; written: number }; problems: { code: string; message: string }[] }>;
}

export async function openCommandSite(
  files: Readonly<Record<string, string | Uint8Array>>,
  stories?: Readonly<Record<string, object>>,
  config: object = { site: { origin: "https://x.example", companyName: "X" }, hosts: ["serve"] },
): Promise<CommandSite> {
  const site = await openSmallSite(
    { "sitegen.config.json": JSON.stringify({ ...config, storyblok: { requestsPerSecond: 1000 } }), ...files },
    stories,
  );
  const env = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: "public",
    STORYBLOK_PREVIEW_TOKEN: "preview",
    SITEGEN_STATE: "state",
  };
  const run = (...args: string[]) => runHere(args, { cwd: site.dir, env });
  return {
    ...site,
    run,
    spawn: (...args) => runCli(args, { cwd: site.dir, env }),
    async generate(...args) {
      const { code, stdout, stderr } = await run("generate", "--json", "--jobs", "1", ...args);
      if (code !== 0) throw new Error(`${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}
