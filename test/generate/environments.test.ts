/** One site in several environments: addresses, drafts and tags of each, and only production for search engines. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSmallSite, type SmallSite, storyWithHeadline } from "../helpers/small-site.ts";

const DEFINITION = `export default {
  languages: [{ code: "en", origin: "https://www.example.com" }, { code: "fr", origin: "https://www.example.fr" }],
  pageTypes: { page: {} },
  head: [
    { tag: "script", attributes: { src: "https://stats.example/x.js" }, environments: ["production"] },
    { tag: "meta", attributes: { name: "stage", content: "yes" }, environments: ["staging", "draft"] },
  ],
  robots: { staging: ["User-agent: *", "Allow: /"] },
};`;

const HOSTS = ["netlify", "vercel", "firebase", "nginx", "apache", "serve"];
const HEADER_FILES = ["en", "fr"].flatMap((domain) =>
  ["_headers", "vercel.json", "firebase.json", "nginx.conf", ".htaccess", "serve.json"].map(
    (file) => `${domain}/${file}`,
  ),
);
const CONFIG = {
  hosts: HOSTS,
  site: { origin: "https://www.example.com" },
  environments: {
    staging: {
      origin: "https://staging.example.com",
      origins: { en: "https://en.staging.example.com", fr: "https://fr.staging.example.com" },
      drafts: true,
    },
  },
};

let site: SmallSite;
beforeAll(async () => {
  const home = { ...storyWithHeadline("Published"), draft: storyWithHeadline("Still a draft").content };
  site = await openSmallSite(
    { "site.ts": DEFINITION },
    { home, secret: storyWithHeadline("Not yet", { published: false }) },
  );
});
afterAll(() => site.close());

const build = (environment: string, overrides = {}) =>
  site.build({ config: CONFIG, env: { SITEGEN_ENVIRONMENT: environment }, overrides });
const withHeader = () => HEADER_FILES.filter((file) => /X-Robots-Tag/.test(site.read(file)));

describe("one output folder, built for one environment after the other", () => {
  test("production is indexed, and shows what was published at its own addresses", async () => {
    await build("production");
    const page = site.read("en/index.html");
    expect(page).toContain("Published");
    expect(page).toContain('<link rel="canonical" href="https://www.example.com/">');
    expect(page).toContain("https://stats.example/x.js");
    expect(page).not.toMatch(/noindex|name="stage"/);
    expect([existsSync(join(site.out, "en/secret/index.html")), withHeader()]).toEqual([false, []]);
    expect(site.read("en/_headers")).toContain("https://stats.example");
    expect(site.read("en/sitemap.xml")).toContain("https://www.example.com/");
  });

  test("staging shows drafts at its own addresses, and is indexed by nobody", async () => {
    await build("staging");
    const page = site.read("en/index.html");
    expect(page).toContain("Still a draft");
    expect(page).toContain('<link rel="canonical" href="https://en.staging.example.com/">');
    expect(page).toContain('content="yes"');
    expect(page).not.toMatch(/www\.example\.(com|fr)|stats\.example/);
    expect(site.read("en/secret/index.html")).toContain("Not yet");
    for (const file of ["en/index.html", "fr/index.html", "en/secret/index.html"])
      expect(site.read(file)).toContain('<meta name="robots" content="noindex">');
    expect(withHeader()).toEqual(HEADER_FILES);
    expect(site.read("en/_headers")).not.toContain("stats.example");
    for (const domain of ["en", "fr"]) expect(existsSync(join(site.out, domain, "sitemap.xml"))).toBe(false);
  });

  test("and production again is what it was", async () => {
    await build("production");
    const page = site.read("en/index.html");
    expect(page).toContain("Published");
    expect(page).not.toContain("noindex");
    expect([existsSync(join(site.out, "en/secret/index.html")), withHeader()]).toEqual([false, []]);
  });
});

describe("without a word of it in the configuration", () => {
  const named = (environment: string, env = {}) =>
    site.build({ config: { site: CONFIG.site }, env: { SITEGEN_ENVIRONMENT: environment, ...env } });

  test("an environment other than production shows drafts, if there is a token for them", async () => {
    await named("review");
    expect(site.read("en/index.html")).toContain("Still a draft");
    await named("review", { STORYBLOK_PREVIEW_TOKEN: "" });
    expect(site.read("en/index.html")).toContain("Published");
    await named("production");
    expect(site.read("en/index.html")).toContain("Published");
  });

  test("and the configuration can say otherwise", async () => {
    const config = { site: CONFIG.site, environments: { review: { drafts: false } } };
    await site.build({ config, env: { SITEGEN_ENVIRONMENT: "review" } });
    expect(site.read("en/index.html")).toContain("Published");
  });
});

test("drafts that are asked for in production are not indexed either", async () => {
  await build("production", { draft: true, out: site.out });
  expect(site.read("en/index.html")).toMatch(/Still a draft/);
  expect(site.read("en/index.html")).toContain('<meta name="robots" content="noindex">');
  expect(withHeader()).toEqual(HEADER_FILES);
});

describe("what cannot be is said", () => {
  test("drafts in production", async () => {
    const config = { environments: { production: { drafts: true } } };
    await expect(site.build({ config })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: expect.stringContaining('The key "environments.production.drafts" must be false'),
    });
  });

  test("an origin for a language that has no domain", async () => {
    const config = { environments: { staging: { origins: { pl: "https://pl.example" } } } };
    await expect(site.build({ config, env: { SITEGEN_ENVIRONMENT: "staging" } })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      message: 'The key "environments.staging.origins.pl" has no effect: those with an `origin` are en, fr.',
    });
  });
});
