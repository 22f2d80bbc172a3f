/** A story that goes on in the workflow is checked, and what is wrong is in the log, on the console and in the notice. */
import { createHmac } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { stateWithBundles } from "../helpers/bundles.ts";
import { ROOT } from "../helpers/run-cli.ts";
import { SAMPLE } from "../helpers/sample-definition.ts";
import { command } from "../serve/command.ts";

const SECRET = "the webhook's secret";
const KEY = "the key of the console";
const folder = temporaryFolder();
const notices: { kind: string; text: string }[] = [];
const receiver = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += String(part);
  notices.push(JSON.parse(body) as { kind: string; text: string });
  response.end();
});
let service: SpaceService;

beforeAll(async () => {
  const dir = join(ROOT, "test/fixtures/spaces/minimal");
  service = await startSpaceService({ dir, rateLimit: false, quiet: true, watch: false, journal: false });
  const config = { definition: SAMPLE, site: { companyName: "X" }, storyblok: { requestsPerSecond: 1000 } };
  writeFileSync(join(folder.dir, "sitegen.config.json"), JSON.stringify(config));
  stateWithBundles(join(folder.dir, ".sitegen"));
  await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await service.close();
  folder.remove();
});

interface Shown {
  publishes: { kind: string; ok: boolean; problems: { code: string; story: { editor: string } }[] }[];
}

test("the draft's own problems, and no other story's", { timeout: 120_000 }, async () => {
  const env = {
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_TOKEN: service.token,
    STORYBLOK_PREVIEW_TOKEN: service.previewToken,
    STORYBLOK_WEBHOOK_SECRET: SECRET,
    SITEGEN_CONSOLE_KEY: KEY,
    SITEGEN_NOTIFY_URL: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/a-secret`,
  };
  const listener = command(["listen", "--port", "0"], { cwd: folder.dir, env });
  try {
    const [, url = ""] = await listener.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    const idOf = (slug: string) => service.contents().stories.find(({ slugPath }) => slugPath === slug)?.id ?? 0;
    const setTitle = (slug: string) =>
      service.saveDraft(slug, (story) => {
        story.content.meta_title =
          "A title that no search engine shows to its end, because it is far too long for that";
      });
    setTitle("company/about");
    setTitle("imprint");
    const tell = (slug: string, action: string) => {
      const body = JSON.stringify({ action, story_id: idOf(slug), full_slug: slug, text: "Ann moved it to review" });
      const signature = createHmac("sha1", SECRET).update(body).digest("hex");
      return fetch(url, { method: "POST", body, headers: { "webhook-signature": signature } });
    };
    const checks = async () => {
      const response = await fetch(`${url}console.json`, { headers: { authorization: `Bearer ${KEY}` } });
      return ((await response.json()) as Shown).publishes.filter(({ kind }) => kind === "check");
    };
    expect((await tell("company/about", "stage.changed")).status).toBe(202);
    await expect.poll(async () => (await checks()).length, { timeout: 60_000 }).toBe(1);
    const [found] = await checks();
    expect(found?.ok).toBe(false);
    expect(found?.problems.map(({ code }) => code)).toContain("CHECK_META_TITLE_LONG");
    expect(found?.problems[0]?.story.editor).toContain(`/${idOf("company/about")}`);
    expect(listener.stderr()).toMatch(
      /Z checked company\/about: \d+ problems?\n[\s\S]*Z CHECK_META_TITLE_LONG company\/about meta_title /,
    );
    expect(listener.stderr()).not.toMatch(/checked imprint/);
    await expect
      .poll(() => notices.find(({ kind }) => kind === "check")?.text)
      .toMatch(/^checked at .*: company\/about\n/);
    // Nothing of it is published.
    expect(listener.stderr()).not.toContain(service.previewToken);
    expect((await tell("imprint", "workflow.stage.changed")).status).toBe(202);
    await expect.poll(async () => (await checks()).length, { timeout: 60_000 }).toBe(2);
  } finally {
    await listener.interrupt();
  }
});
