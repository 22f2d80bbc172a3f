/** `sitegen why` takes what people have at hand: an address as a browser shows it, also of one of several domains. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSite, openCommandSite } from "../definition/command-site.ts";
import { storyWithHeadline } from "../helpers/small-site.ts";

let site: CommandSite;
beforeAll(async () => {
  site = await openCommandSite(
    {
      "site.ts": `import { Own } from "./own.tsx";
export default {
  languages: [{ code: "en", origin: "https://x.example" }, { code: "fr", origin: "https://x.example.fr" }],
  global: null,
  pageTypes: { page: {} },
  routes: [{ path: "/%41b/", page: Own }],
};`,
      "own.tsx": "export const Own = () => <h1>Own</h1>;\n",
      "public/terms.pdf": "%PDF",
    },
    { home: storyWithHeadline("Home"), about: storyWithHeadline("About") },
  );
  await site.generate();
});
afterAll(() => site.close());

test.each([
  ["https://x.example/about/", "/en/about/"],
  ["https://x.example/", "/en/"],
  ["terms.pdf", "en/terms.pdf"],
])("%s is on one of several domains: %s is suggested", async (address, known) => {
  const { code, stderr } = await site.run("why", address);
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean ${known}?`)]);
});

test.each(["/en/%41b/", "/en/%2541b/"])(
  "a path with a percent sign is found as it is and encoded: %s",
  async (path) => {
    expect((await site.run("why", path)).stdout).toMatch(/^\/en\/%41b\/\n/);
  },
);
