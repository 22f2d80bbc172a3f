/** Commands that keep running, stopped while they start: they waited for a signal that had come. */
import { expect, onTestFinished, test } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite } from "../helpers/small-site.ts";

test.each([
  ["listen", "--port", "0"],
  ["space", "--dir", "space", "--port", "0"],
])("%s", async (...args) => {
  const site = await openSmallSite({
    "site.ts": 'export default { languages: [{ code: "en" }], pageTypes: { page: {} } };',
  });
  onTestFinished(() => site.close());
  const env = {
    STORYBLOK_ENDPOINT: site.service.endpoint,
    STORYBLOK_TOKEN: "public",
    STORYBLOK_WEBHOOK_SECRET: "secret",
  };
  site.write({ "sitegen.config.json": JSON.stringify({ site: { origin: "https://x.example", companyName: "X" } }) });
  const { code } = await runHere(args, { cwd: site.dir, env, signal: AbortSignal.abort() });
  expect(code).toBe(130);
});
