/** A site that several machines build and deploy: each has an output and a state folder of its own. */
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

export const KEY = "0123456789abcdef0123456789abcdef";

export interface Machines extends Pick<CommandSite, "write" | "dir" | "service"> {
  target: TargetFixture;
  /** The target's address. */
  address: string;
  /** Where a folder or an SFTP server has the state. */
  beside: string;
  /** Runs a command on one of the machines. */
  on(machine: string, args: readonly string[], env?: Record<string, string>): Promise<CliResult>;
  /** Runs a command that names its folders itself. */
  sitegen(args: readonly string[], env?: Record<string, string>): Promise<CliResult>;
  deploy(machine: string, env?: Record<string, string>): Promise<CliResult>;
  /** `generate --from` on a machine. */
  from(machine: string, env?: Record<string, string>): Promise<CliResult>;
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
  const site = await openCommandSite({ "site.ts": SITE, ...files }, { ...Object.fromEntries(stories), ...more });
  const place = createDeployFolders();
  const target = await openTargetFixture(kind, place);
  const address = target.address("www");
  const beside = join(place.root, "targets", ".www.state");
  const sitegen: Machines["sitegen"] = (args, env = {}) => {
    const service = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public" };
    const access = { ...target.env, ...(target.endpoint !== "" && { AWS_ENDPOINT_URL: target.endpoint }) };
    // The state is brought by a thread, which Node 20 runs in the bundled program alone.
    const run = args.includes("--from") ? runCli : runHere;
    return run([...args], { cwd: site.dir, env: { ...service, ...access, ...env } });
  };
  const on: Machines["on"] = (machine, args, env) => {
    const folders = ["--state", `${machine}/state`, ...(args[0] === "pull" ? [] : ["--out", `${machine}/out`])];
    return sitegen([...args, ...folders], env);
  };
  return {
    ...site,
    target,
    address,
    beside,
    on,
    sitegen,
    deploy: (machine, env) => on(machine, ["deploy", address], env),
    from: (machine, env) => on(machine, ["generate", "--json", "--from", address], env),
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
