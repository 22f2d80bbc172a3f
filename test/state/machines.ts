/**
 * A site that several machines build and deploy: each has an output and a state folder of its own. A build waits for
 * the thread that brings the state, and with it the servers of its process: tests replace the thread's script.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";
import { createDeployFolders } from "../deploy/deploy-folders.ts";
import { type Kind, openTargetFixture, type TargetFixture } from "../deploy/targets.ts";
import { type CliResult, runCli } from "../helpers/run-cli.ts";
import { runHere } from "../helpers/run-here.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";

/** Stories fill several parts, which are brought when somebody reads them. */
const LONG = "long ".repeat(30_000);
const SITE = 'export default { languages: [{ code: "en" }], pageTypes: { page: {} } };';
/** Few builds are kept, so that few publishes fill what an earlier one left. */
const CONFIG = { site: { origin: "https://x.example", companyName: "X" }, hosts: ["serve"], keepBuilds: 1 };

export const KEY = "0123456789abcdef0123456789abcdef";

export interface Machines extends Pick<CommandSite, "write" | "dir" | "service"> {
  target: TargetFixture;
  /** The target's address. */
  address: string;
  /** Where a folder or an SFTP server has the state. */
  beside: string;
  /** Runs a command on one of the machines. */
  on(machine: string, args: readonly string[], env?: Record<string, string>): Promise<CliResult>;
  /** The same in a process of its own, as a user's. */
  spawn: Machines["on"];
  /** Runs a command that names its folders itself. */
  sitegen(args: readonly string[], env?: Record<string, string>): Promise<CliResult>;
  deploy(machine: string, env?: Record<string, string>): Promise<CliResult>;
  /** `generate --from` on a machine, from this target or another address. */
  from(machine: string, env?: Record<string, string>, address?: string): Promise<CliResult>;
  publish(slug: string, headline: string): void;
  parts(): string[];
  close(): Promise<void>;
}

export async function openMachines(
  kind: Kind,
  files: Parameters<typeof openCommandSite>[0] = {},
  more: Record<string, object> = {},
): Promise<Machines> {
  const stories = ["home", "one", "two", "three"].map((slug) => [slug, storyWithHeadline(`${slug} ${LONG}`)]);
  const site = await openCommandSite(
    { "site.ts": SITE, ...files },
    { ...Object.fromEntries(stories), ...more },
    CONFIG,
  );
  const place = createDeployFolders();
  const target = await openTargetFixture(kind, place);
  const address = target.address("www");
  const beside = join(place.root, "targets", ".www.state");
  const environment = (env = {}) => ({
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: "public",
    ...target.env,
    ...(target.endpoint !== "" && { AWS_ENDPOINT_URL: target.endpoint }),
    ...env,
  });
  const sitegen: Machines["sitegen"] = (args, env) => runHere(args, { cwd: site.dir, env: environment(env) });
  const own = (machine: string, [command = "", ...args]: readonly string[]) => {
    const out = command === "pull" ? [] : ["--out", `${machine}/out`];
    return [command, ...args, "--state", `${machine}/state`, ...out];
  };
  const on: Machines["on"] = (machine, args, env) => sitegen(own(machine, args), env);
  return {
    ...site,
    target,
    address,
    beside,
    on,
    spawn: (machine, args, env) => runCli(own(machine, args), { cwd: site.dir, env: environment(env) }),
    sitegen,
    deploy: (machine, env) => on(machine, ["deploy", address], env),
    from: (machine, env, from = address) => on(machine, ["generate", "--json", "--from", from], env),
    publish: (slug, headline) =>
      site.service.publish(slug, (story) => {
        story.content.body = [{ component: "hero", headline }];
      }),
    parts: () => readdirSync(beside),
    close: async () => {
      await target.close();
      await site.close();
      await place.remove();
    },
  };
}
