/** Assets that cannot be downloaded: what a publish and a build without changes do, and when one is there at last. */
import { rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { copyBundles } from "../helpers/bundles.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { openSmallSite, type SmallSite } from "../helpers/small-site.ts";

const FILES = {
  "site.ts": `import { defineSite } from "sitegen-storyblok";
export default defineSite({ languages: [{ code: "en" }], global: null, pageTypes: { page: {} } });`,
  "blocks/hero/hero.schema.ts": `import { asset, defineBlock, text } from "sitegen-storyblok/schema";
export const schema = defineBlock({ fields: { headline: text(), file: asset() } });`,
  "blocks/hero/hero.tsx": `export default function Hero({ headline, file }) {
  return <section><h2>{headline}</h2>{file && <a href={file.src}>{file.alt}</a>}</section>;
}`,
};

/** Most missing files that a build without other work requests. */
const MOST = 50;

let host: Server;
let origin: string;
/** Files of the host, and what was requested. */
const files = new Map<string, string>();
const requested: string[] = [];
let answers = true;
let site: SmallSite;

beforeAll(async () => {
  host = createServer((request, response) => {
    const path = request.url ?? "";
    requested.push(path);
    if (!answers) return;
    const text = files.get(path);
    response.writeHead(text === undefined ? 404 : 200, { "content-type": "text/plain" }).end(text);
  });
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`; // listens on a port
  site = await openSmallSite(FILES);
  await build();
  copyBundles(join(site.dir, "state/cache"), join(site.dir, "bundles"));
});
afterAll(async () => {
  await site.close();
  host.closeAllConnections();
  host.close();
});

/** Begins anew, but for the bundles of the site's code, with these stories. */
function begin(stories: Readonly<Record<string, object>>): void {
  for (const name of ["out", "state"]) rmSync(join(site.dir, name), { recursive: true, force: true });
  copyBundles(join(site.dir, "bundles"), join(site.dir, "state/cache"));
  const { service } = site;
  for (const { slugPath } of service.contents().stories) service.remove(slugPath);
  for (const [slug, given] of Object.entries(stories))
    service.publish(slug, (story) => void Object.assign(story, given));
  files.clear();
  answers = true;
}

const hero = (headline: string, file: string) => ({
  component: "hero",
  headline,
  file: { fieldtype: "asset", filename: origin + file, alt: file },
});
const page = (...body: object[]) => ({ content: { component: "page", body } });

/** Builds; returns what was requested of the host, and the number of rendered pages. */
async function build() {
  requested.length = 0;
  let pages = 0;
  const count = (work: string) => {
    if (work === "pages") pages += 1;
  };
  const { report } = await site.build({ config: { assetHosts: [origin] }, overrides: { testHooks: { count } } });
  return { pages, codes: report.problems.map(({ code }) => code), requested: [...requested] };
}

test("a file that the server refuses is requested once by each build, which renders nothing for it", async () => {
  begin({
    home: page(hero("Hall", "/lost.txt")),
    other: page(hero("Other", "/there.txt")),
  });
  files.set("/there.txt", "There");
  expect(await build()).toMatchObject({ pages: 2, codes: ["ASSET_FAILED"] });
  for (const headline of ["Edited", "Another"]) {
    expect(await build()).toEqual({ pages: 0, codes: ["ASSET_FAILED"], requested: ["/lost.txt"] });
    site.service.publish("other", (story) => Object.assign(story, page(hero(headline, "/there.txt"))));
    expect(await build()).toEqual({ pages: 1, codes: ["ASSET_FAILED"], requested: ["/lost.txt"] });
    expect(site.read("other/index.html")).toContain(headline);
  }
  files.set("/lost.txt", "Found");
  expect(await build()).toEqual({ pages: 1, codes: [], requested: ["/lost.txt"] });
  expect(site.read("index.html")).toContain("/_assets/media/lost-");
  expect(await build()).toEqual({ pages: 0, codes: [], requested: [] });
});

test("a publish goes out before a file is found to be there, whose pages follow", async () => {
  begin({ home: page(hero("Hall", "/lost.txt")), other: page(hero("Other", "/more.txt")) });
  expect((await build()).codes).toEqual(["ASSET_FAILED", "ASSET_FAILED"]);
  files.set("/lost.txt", "Found");
  site.service.publish("other", (story) => Object.assign(story, page(hero("Changed", "/more.txt"))));
  expect(await build()).toMatchObject({ pages: 2, codes: ["ASSET_FAILED"] });
  expect(site.read("other/index.html")).toContain("Changed");
  expect(site.read("index.html")).toContain("/_assets/media/lost-");
});

test("a file that is never published is no request, and stands in no build's way", async () => {
  begin({ home: page(hero("Hall", "/hall.psd")) });
  expect((await build()).codes).toEqual(["ASSET_FAILED"]);
  expect(await build()).toEqual({ pages: 0, codes: ["ASSET_FAILED"], requested: [] });
});

test("however many files are missing, a build without changes requests a few", async () => {
  const lost = Array.from({ length: MOST + 20 }, (_, index) => hero("Hall", `/lost-${index}.txt`));
  begin({ home: page(...lost) });
  expect((await build()).requested.length).toBe(lost.length);
  const { pages, requested } = await build();
  expect([pages, requested.length]).toEqual([0, MOST]);
  for (const path of requested) files.set(path, "Found");
  expect(await build()).toMatchObject({ pages: 1, codes: Array.from({ length: 20 }, () => "ASSET_FAILED") });
});

exhaustiveOnly(() => {
  test("with --strict a publish waits for the missing file, which is there", async () => {
    begin({ home: page(hero("Hall", "/lost.txt")) });
    await build();
    files.set("/lost.txt", "Found");
    site.service.publish("home", (story) => Object.assign(story, page(hero("Changed", "/lost.txt"))));
    const { report } = await site.build({ config: { assetHosts: [origin] }, overrides: { strict: true } });
    expect(report.problems).toEqual([]);
    expect(site.read("index.html")).toContain("/_assets/media/lost-");
  });

  test("a host that does not respond holds no publish back", async () => {
    begin({ home: page(hero("Hall", "/slow.txt")), other: page() });
    await build();
    answers = false;
    site.service.publish("other", (story) => Object.assign(story, page(hero("Changed", "/slow.txt"))));
    const published = site.build({ config: { assetHosts: [origin] } });
    await expect.poll(() => site.read("other/index.html"), { timeout: 10_000 }).toContain("Changed");
    expect((await published).report.problems.map(({ code }) => code)).toEqual(["ASSET_FAILED"]);
  });
});
