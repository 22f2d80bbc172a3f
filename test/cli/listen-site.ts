/** `sitegen listen` over the minimal space with the sample's blocks, its console, and a receiver of its notices. */
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stateWithBundles } from "../helpers/bundles.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { type Command, command } from "../serve/command.ts";

export const KEY = "the key of the console";

export interface ListenSite {
  dir: string;
  service: SpaceService;
  /** Address to post notices to, and what came there. */
  notify: string;
  notices: { kind: string; ok: boolean; text: string }[];
  start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<{ listener: Command; url: string }>;
  /** What the console knows. */
  shown<T>(url: string): Promise<T>;
  close(): Promise<void>;
}

export async function openListenSite(): Promise<ListenSite> {
  const { dir, remove } = temporaryFolder();
  const space = join(ROOT, "test/fixtures/spaces/minimal");
  const service = await startSpaceService({ dir: space, rateLimit: false, quiet: true, watch: false, journal: false });
  const site = { companyName: "X", origin: "https://www.example.com" };
  const config = { definition: SAMPLE, site, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(dir, "sitegen.config.json"), JSON.stringify(config));
  stateWithBundles(join(dir, ".sitegen"));
  const notices: ListenSite["notices"] = [];
  const receiver = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += String(part);
    notices.push(JSON.parse(body) as ListenSite["notices"][number]);
    response.end();
  });
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
  const own = { STORYBLOK_ENDPOINT: service.endpoint, STORYBLOK_TOKEN: service.token, SITEGEN_CONSOLE_KEY: KEY };
  const notify = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/a-secret`;
  return {
    ...{ dir, service, notify, notices },
    async start(args, env) {
      const listener = command(["listen", "--port", "0", ...args], { cwd: dir, env: { ...own, ...env } });
      const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
      return { listener, url };
    },
    async shown<T>(url: string) {
      const answer = await fetch(`${url}console.json`, { headers: { authorization: `Bearer ${KEY}` } });
      return (await answer.json()) as T;
    },
    async close() {
      receiver.closeAllConnections();
      receiver.close();
      await service.close();
      remove();
    },
  };
}
