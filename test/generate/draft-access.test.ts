/** How a static host's frame is told where drafts are, and what is published for it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { runHere } from "../helpers/run-here.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

let site: SmallSite;

beforeAll(async () => {
  site = await openSmallSite({
    "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} } });`,
  });
});
afterAll(() => site?.close());

async function generate(preview: object) {
  const config = { site: { origin: "https://www.x.example", companyName: "X" }, hosts: ["serve"], preview };
  site.write({ "sitegen.config.json": JSON.stringify(config) });
  const env = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: site.service.token };
  return runHere(["generate"], { cwd: site.dir, env });
}

function published() {
  const { preview } = JSON.parse(site.read("_assets/builds/latest.json"));
  const policy = /connect-src ([^;]*)/.exec(site.read("serve.json"))?.[1];
  return { drafts: JSON.parse(site.read(preview.en.slice(1))).drafts, policy };
}

test("a function's address is published, its origin is allowed, and no token is", async () => {
  expect((await generate({ drafts: "/api/drafts", publicDraftToken: "secret" })).stderr).not.toContain("deprecated");
  expect(published()).toEqual({ drafts: { address: "/api/drafts" }, policy: "'self'" });
  await generate({ drafts: "https://drafts.x.example/api/drafts" });
  expect(published()).toEqual({
    drafts: { address: "https://drafts.x.example/api/drafts" },
    policy: "'self' https://drafts.x.example",
  });
});

test("a published token works, and the build says what to do instead", async () => {
  const { code, stderr } = await generate({ publicDraftToken: "secret" });
  expect([code, stderr]).toEqual([0, expect.stringContaining("preview.publicDraftToken publishes a token")]);
  expect(published().drafts).toEqual({ endpoint: site.service.endpoint, token: "secret" });
  expect((await generate({})).stderr).not.toContain("publicDraftToken");
  expect(published()).toEqual({ drafts: null, policy: "'self'" });
});

test.each(["drafts", "/drafts", "//evil.example/api/", "ftp://x.example/", "/api/drafts?x=1", "/api/dra fts"])(
  "preview.drafts may not be %j",
  async (drafts) => {
    const { code, stderr } = await generate({ drafts });
    expect([code, stderr]).toEqual([2, expect.stringContaining("preview.drafts")]);
  },
);
