/**
 * React's development build takes the pages over: unlike the production build, it reports every difference between
 * markup and tree, attributes included, and every mistake in the components.
 */
import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { prepareHydration } from "../../src/kit/hydration.ts";
import type { Payload, Shared } from "../../src/site/api/payload.ts";
import type { BlockSchema } from "../../src/site/blocks/fields.ts";
import { payload, shared } from "../blocks/fixtures.ts";
import { galleryPage, themes } from "../blocks/gallery.tsx";
import { complete, renderPage } from "../blocks/render.tsx";
import { sample, samples } from "../blocks/samples.ts";
import { bare, hostile, inBodies } from "../blocks/variants.ts";
import { openSite, type Site, type Visit } from "../e2e/site.ts";
import { exhaustiveOnly, IS_EXHAUSTIVE, shareOf } from "../helpers/exhaustive.ts";
import { components, interactive } from "../helpers/sample-blocks.ts";
import { LOAD_ALL, sampleModules } from "../helpers/sample-source.ts";
import { kindsByTurns, onePerType } from "./page-types.ts";
import { grouped, type ReadSite, readSite, sharedOf } from "./read-site.ts";

const ENTRY = `
  import { hydrateRoot } from "react-dom/client";
  import { planClientHydration } from "./src/client/app/hydration.ts";
  import { readDocumentState } from "./src/client/page/document-state.ts";
  ${LOAD_ALL}
  window.takeOver = (shared, payload) => loadAll().then((components) => new Promise((resolve) => {
    hydrateRoot(document.getElementById("app"), <App shared={shared} payload={payload} components={components} />);
    requestIdleCallback(() => setTimeout(resolve, 50));
  }));
  window.takeOverCarried = (shared) => loadAll().then((components) => new Promise((resolve) => {
    const { payload } = readDocumentState(document);
    const { kept } = planClientHydration(payload, shared);
    const tree = <App shared={shared} payload={payload} components={components} kept={kept} />;
    hydrateRoot(document.getElementById("app"), tree);
    requestIdleCallback(() => setTimeout(resolve, 50));
  }));`;

interface TakeOvers {
  takeOver(shared: Shared, payload: Payload): Promise<void>;
  takeOverCarried(shared: Shared): Promise<void>;
}

let site: Site;
let visit: Visit;
let script: string;
beforeAll(async () => {
  [site, script] = await Promise.all([openSite(), bundle()]);
  visit = await site.visit({ reducedMotion: "reduce" });
  // The site's own app stays away.
  await visit.page.route("**/boot-*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
});
afterAll(() => site.close());

/** A page of each kind in both languages; in `npm test` every second kind, the languages by turns. */
const kindsOf = (read: ReadSite, begin: 0 | 1) =>
  (IS_EXHAUSTIVE ? onePerType(read) : shareOf(kindsByTurns(read), begin, 2)).filter(
    ({ payload }) => payload.kind === "page",
  );

exhaustiveOnly(() => {
  it("finds nothing to say about any kind of page", { timeout: 240_000 }, async () => {
    const read = await readSite();
    const found: { at: string; fault: string }[] = [];
    for (const one of kindsOf(read, 0)) {
      await visit.open(one.path);
      const state = sharedOf(read, one.root);
      for (const fault of await takeOver(visit.page, state, marked(one.payload))) found.push({ at: one.path, fault });
    }
    expect(grouped(found)).toEqual([]);
  });
});

it("nor where a page is taken over from what its document carries", { timeout: 240_000 }, async () => {
  const read = await readSite();
  const found: { at: string; fault: string }[] = [];
  for (const one of kindsOf(read, 1)) {
    await visit.open(one.path);
    const state = sharedOf(read, one.root);
    const before = await markup(visit.page);
    for (const fault of await takeOver(visit.page, state)) found.push({ at: one.path, fault });
    if ((await markup(visit.page)) !== before) found.push({ at: one.path, fault: "other markup" });
  }
  expect(grouped(found)).toEqual([]);
});

const LANGUAGES = ["en", "de"] as const;

it.each(themes.flatMap((theme, at) => shareOf(LANGUAGES, at).map((lang) => [theme, lang] as const)))(
  "nor about any block: %s, %s",
  async (theme, lang) => {
    const html = galleryPage({ theme, css: "", lang });
    await visit.page.route("**/gallery/", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await visit.open("/gallery/");
    const body = Object.keys(samples).map((name) => complete(sample(name, { theme })));
    expect(await takeOver(visit.page, shared(lang), payload(body, lang))).toEqual([]);
  },
);

const VARIANTS = { empty: bare, hostile: (schema: BlockSchema) => hostile(schema) };

it.each(
  Object.entries(VARIANTS).flatMap(([name, make], at) =>
    shareOf(LANGUAGES, at).map((lang) => [name, lang, make] as const),
  ),
)("nor about any block: %s, %s", async (_name, lang, make) => {
  const body = inBodies.map(make);
  const html = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>Blocks</title></head><body><div id="app">${renderPage(body, { lang })}</div></body></html>`;
  await visit.page.route("**/gallery/", (route) => route.fulfill({ contentType: "text/html", body: html }));
  await visit.open("/gallery/");
  expect(await takeOver(visit.page, shared(lang), payload(body.map(complete), lang))).toEqual([]);
});

/** The page as the server rendered it: blocks whose markup hydration keeps carry a mark. */
function marked(given: Payload): Payload {
  const names = { known: new Set(Object.keys(components)), interactive };
  return { ...given, page: prepareHydration(given.page, names).marked };
}

async function bundle(): Promise<string> {
  const built = await build({
    stdin: { contents: ENTRY, loader: "tsx", resolveDir: join(import.meta.dirname, "../..") },
    bundle: true,
    write: false,
    jsx: "automatic",
    jsxDev: true,
    plugins: [await sampleModules()],
    define: { "process.env.NODE_ENV": '"development"' },
    logLevel: "error",
  });
  return built.outputFiles[0]?.text ?? "";
}

/** Words and pictures of the page, in their order: what a part that lost its markup would lack. */
function markup(page: Page): Promise<string> {
  return page.evaluate(() => {
    const pictures = [...document.querySelectorAll("#app img")].map((image) => image.getAttribute("src"));
    return `${document.querySelector("#app")?.textContent} ${pictures.join(" ")}`;
  });
}

/**
 * What was said meanwhile, without React's advertisement for its tools and the files that samples only name. Without a
 * payload the page is taken over from its document.
 */
async function takeOver(page: Page, state: Shared, content: Payload | null = null): Promise<string[]> {
  visit.messages.length = 0;
  await page.evaluate(script);
  const run = ([given, of]: readonly [Shared, Payload | null]) => {
    const { takeOver: whole, takeOverCarried } = window as unknown as TakeOvers;
    return of ? whole(given, of) : takeOverCarried(given);
  };
  await page.evaluate(run, [state, content] as const);
  return visit.messages.splice(0).filter((message) => !/React DevTools|Failed to load resource/.test(message));
}
