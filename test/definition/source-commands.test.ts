/** Sources in the commands that keep running, on several machines, and in the visual editor. */
import { createHmac } from "node:crypto";
import { cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import fg from "fast-glob";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { editorQuery, openEditor, startEditor } from "../e2e/fake-editor.ts";
import { launchBrowser } from "../helpers/browser.ts";
import { copyBundles } from "../helpers/bundles.ts";
import { runHere } from "../helpers/run-here.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { type Command, command } from "../serve/command.ts";
import { type ForeignSite, foreignSite } from "./foreign-site.ts";
import {
  offer,
  PLANTED,
  product,
  SHOP_FILES,
  SHOP_STORIES,
  type ShopApi,
  shopSite,
  startShopApi,
} from "./source-site.ts";

const SECRET = "the webhook's secret";
const PRODUCTS = [product(1, 10), product(2, 20), product(3, 30, "chair")];

let api: ShopApi;
let site: ForeignSite;
let running: Command | undefined;
const editor = startEditor();
beforeAll(async () => {
  api = await startShopApi(PRODUCTS);
  const { origin, bridgeUrl } = await editor;
  process.env.SHOP_URL = api.url;
  const config = { preview: { editorOrigins: [origin], bridgeUrl } };
  site = await foreignSite({ stories: SHOP_STORIES, files: SHOP_FILES, config, languages: ["fr"] });
});
afterEach(async () => {
  await running?.interrupt();
  running = undefined;
});
afterAll(async () => {
  delete process.env.SHOP_URL;
  site?.close();
  await api?.close();
  await (await editor).close();
});
beforeEach(() => {
  Object.assign(api.answer, { products: PRODUCTS, status: 200, body: null, hangs: false });
  site.write("site.ts", shopSite());
});

const env = () => ({ SHOP_URL: api.url, STORYBLOK_WEBHOOK_SECRET: SECRET });
const isIn = (path: string, text: string) => () =>
  existsSync(join(site.dir, path)) && readFileSync(join(site.dir, path), "utf8").includes(text);

/** Gives a state folder the bundles of the site's code. */
const takeBundles = (state: string) => copyBundles(join(site.dir, "state/cache"), join(site.dir, state, "cache"));

describe("listen", () => {
  const start = async (name: string) => {
    takeBundles(`${name}-state`);
    const started = command(["listen", "--port", "0", "--out", name, "--state", `${name}-state`], {
      cwd: site.dir,
      env: env(),
    });
    running = started;
    const [, url = ""] = await started.line(/^(http:\/\/127\.0\.0\.1:\d+\/)\n/);
    await expect.poll(isIn(`${name}/one/index.html`, "costs 10"), { timeout: 240_000 }).toBe(true);
    await expect.poll(started.stderr, { timeout: 240_000 }).toContain("done in");
    return url;
  };
  const post = (url: string, secret: string) => {
    const body = '{"why":"a price changed"}';
    const headers = { "webhook-signature": createHmac("sha1", secret).update(body).digest("hex") };
    return fetch(url, { method: "POST", body, headers });
  };

  test("POST /sources/NAME loads a source at once, for those who may send webhooks", async () => {
    const url = await start("posted");
    const asked = api.keys.length;
    api.answer.products = [product(1, 12)];
    expect((await post(`${url}sources/products`, "another secret")).status).toBe(401);
    expect((await post(`${url}sources/product`, SECRET)).status).toBe(404);
    expect(api.keys.length).toBe(asked);
    expect((await post(`${url}sources/products`, SECRET)).status).toBe(202);
    await expect.poll(isIn("posted/one/index.html", "costs 12"), { timeout: 30_000 }).toBe(true);
    expect(api.keys.length).toBe(asked + 1);
  });

  test("a source is asked again after its maxAge, without any event", async () => {
    site.write("site.ts", shopSite('maxAge: "1s",'));
    await start("aged");
    api.answer.products = [product(1, 13)];
    await expect.poll(isIn("aged/one/index.html", "costs 13"), { timeout: 240_000 }).toBe(true);
  });
});

test("pull carries the values: shards and merge ask nobody, and give what one machine gives", async () => {
  const run = async (...args: string[]) => {
    const { code, stderr } = await runHere(args, { cwd: site.dir, env: env() });
    expect(code, stderr).toBe(0);
  };
  takeBundles("pulled");
  await run("pull", "--state", "pulled");
  api.answer.products = [product(1, 99)];
  const asked = api.keys.length;
  cpSync(join(site.dir, "pulled"), join(site.dir, "other-machine"), { recursive: true });
  await run("generate", "--shard", "1/2", "--state", "pulled", "--out", "part-1");
  await run("generate", "--shard", "2/2", "--state", "other-machine", "--out", "part-2");
  await run("merge", "part-1", "part-2", "--state", "pulled", "--out", "merged");
  expect(api.keys.length).toBe(asked);
  expect(isIn("merged/one/index.html", "costs 10")()).toBe(true);
  expect(isIn("merged/lamps/index.html", "A-1=10 A-2=20")()).toBe(true);
});

test("serve --watch asks once, and again when the source's module has changed", async () => {
  running = command(["serve", "--watch", "--port", "0", "--state", "watch-state", "--out", "watch-out"], {
    cwd: site.dir,
    env: env(),
  });
  const [, origin = ""] = await running.line(/^(http:\/\/127\.0\.0\.1:\d+)\//m);
  const shown = async () => (await fetch(`${origin}/one/`)).text();
  await expect.poll(shown, { timeout: 240_000 }).toContain("costs 10");
  const asked = api.keys.length;
  api.answer.products = [product(1, 14)];
  site.write("blocks/offer/offer.tsx", SHOP_FILES["blocks/offer/offer.tsx"].replace('"costs"', '"now costs"'));
  await expect.poll(shown, { timeout: 240_000 }).toContain("now costs 10");
  expect(api.keys.length).toBe(asked);
  site.write(
    "api.ts",
    SHOP_FILES["api.ts"].replace("return response.json();", "return (await response.json()).slice(0, 9);"),
  );
  await expect.poll(shown, { timeout: 240_000 }).toContain("now costs 14");
  expect(api.keys.length).toBe(asked + 1);
  site.write("api.ts", SHOP_FILES["api.ts"]);
  site.write("blocks/offer/offer.tsx", SHOP_FILES["blocks/offer/offer.tsx"]);
});

describe("the live preview", () => {
  /** Shows the page `one` with edits in the editor; returns its text once the title is there. */
  const edited = async (fields: object) => {
    const { origin } = await editor;
    const [server, browser] = await Promise.all([startStaticServer(site.out, "/"), launchBrowser()]);
    try {
      const tab = await browser.newPage();
      const visual = await openEditor(tab, origin);
      const { id } = JSON.parse(readFileSync(join(site.out, "one/_payload.json"), "utf8")).story;
      const query = editorQuery({ storyId: id, component: "page", spaceId: 7, previewToken: "preview" });
      await visual.open(`${server.origin}/one/${query}`);
      const body = [{ ...offer("A-1"), ...fields }];
      const content = { component: "page", _uid: "p", body };
      await visual.send({ action: "input", story: { id, uuid: "u-one", name: "One", full_slug: "one", content } });
      const shown = tab.frameLocator("iframe").getByText("Typed");
      await shown.waitFor();
      return await shown.innerText();
    } finally {
      await browser.close();
      await server.close();
    }
  };
  const published = () =>
    fg.sync("**/*", { cwd: site.out }).filter((file) => readFileSync(join(site.out, file), "latin1").includes(PLANTED));

  test("shows the values the site was built with, of which no more is published than pages show", async () => {
    await site.build();
    api.answer.products = [product(1, 55)];
    expect(await edited({ title: "Typed" })).toBe("Typed A-1 costs 10");
    expect(published()).toEqual([]);
  });

  test("has the whole source if it says `preview: true`, so that another entry can be chosen", async () => {
    site.write("site.ts", shopSite("preview: true,"));
    await site.build();
    expect(await edited({ title: "Typed", sku: "A-3" })).toBe("Typed A-3 costs 30");
    expect(published().map((file) => file.replace(/[0-9a-f]{16}/, "HASH"))).toEqual([
      "_assets/source-products-HASH.json",
    ]);
    const first = published();
    api.answer.products = [product(1, 10)];
    await site.build();
    const { sources } = JSON.parse(readFileSync(join(site.out, "_assets/builds/latest.json"), "utf8"));
    expect(first).not.toContain(sources.products.slice(1));
    await site.expectClean();
    site.write("site.ts", shopSite());
    await site.build();
    rmSync(join(site.dir, "clean"), { recursive: true });
  });
});
