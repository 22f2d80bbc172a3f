/** `sitegen serve` on a site with several domains: whatever a request says in its Host header, nothing is kept for it. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { pickDomain } from "../../src/serve/pick-domain.ts";
import { serveSite } from "../../src/serve/serve-site.ts";
import { type ForeignSite, foreignSite, heroPage } from "../definition/foreign-site.ts";
import { countReads } from "../helpers/count-reads.ts";
import { get } from "../serve/helpers.ts";

const LANGUAGES = [
  { code: "en", origin: "https://www.a.example", name: "English" },
  { code: "fr", origin: "https://www.b.example", name: "Français" },
];

let site: ForeignSite;
let origin = "";
let serving: Promise<void>;
const ended = new AbortController();

beforeAll(async () => {
  site = await foreignSite({
    site: { languages: LANGUAGES, translation: "folders", global: null, pageTypes: { page: {} } },
    stories: { "en/home": heroPage("Home", "fr/home"), "fr/home": heroPage("Accueil", "en/home") },
  });
  const file = join(site.dir, "sitegen.config.json");
  const place = { out: site.out, stateDir: join(site.dir, "state"), host: "127.0.0.1", port: 0 };
  const listening = new Promise<string>((resolve) => {
    serving = serveSite({
      ...place,
      cwd: site.dir,
      loadConfig: () => loadConfig({ cwd: site.dir, file, env: {} }),
      gallery: false,
      jobs: 1,
      reporter: SILENT,
      signal: ended.signal,
      onListening: resolve,
    });
  });
  origin = await Promise.race([listening, serving.then(() => "")]);
});
afterAll(async () => {
  ended.abort();
  await serving;
  site.close();
});

test("a domain's redirects are read and kept once, however many ports requests name", async () => {
  const ask = async (port: number) => (await get(origin, "/", { host: `fr.localhost:${port}` })).text;
  await ask(1);
  const pages = new Set<string>();
  const reads = await countReads(site.out, async () => {
    for (let port = 2; port <= 100; port += 1) pages.add(await ask(port));
  });
  expect(pages.size).toBe(99); // links to the other domain have the port of the request
  expect([...reads.keys()].filter((file) => file.includes("/builds/meta/"))).toEqual([]);
});

test.each(["fr.localhost:123456", "fr.localhost:x", "fr.localhost:80:80", "fr.localhost.evil.example", "x".repeat(99)])(
  "%s is no name of a domain: the first is served, unchanged",
  (host) => {
    const domains = LANGUAGES.map(({ code, origin: own }) => ({ folder: code, origin: own, languages: [code] }));
    expect(pickDomain(host, domains)).toEqual({ folder: "en", local: null });
  },
);
