/** A small site for the fake editor, on a static server or in `sitegen serve`. */
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { BrowserContext } from "playwright";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import type { RawStory } from "../../src/site/api/model.ts";
import { launchBrowser, type TestBrowser } from "../helpers/browser.ts";
import { buildSite } from "../helpers/build-site.ts";
import { keepBundles, takeBundles } from "../helpers/bundles.ts";
import { siteFolder } from "../helpers/run-folder.ts";
import { writeSampleWith } from "../helpers/sample-definition.ts";
import { startStaticServer } from "../helpers/static-server.ts";
import { command } from "../serve/command.ts";
import {
  type Editor,
  type EditorQuery,
  type EditorServer,
  editorQuery,
  openEditor,
  startEditor,
} from "./fake-editor.ts";

export type Host = "static" | "serve";

export interface PreviewSite {
  host: Host;
  origin: string;
  out: string;
  /** Folder with the configuration and the state. */
  folder: string;
  service: SpaceService;
  editorServer: EditorServer;
  browser: TestBrowser;
  /** A story's current draft, as in the editor. */
  draft(slug: string, language?: string): Promise<RawStory>;
  /** The same with what the editor resolves: stories in place of relation uuids, and in links. */
  resolved(slug: string, relations: readonly string[], language?: string): Promise<RawStory>;
  id(slug: string): number;
  url(path: string, query?: EditorQuery): string;
  visit(origin?: string): Promise<Visit>;
  /** Builds what was published since. */
  build(): Promise<unknown>;
  /** The log of `sitegen serve`. */
  said(): string;
  close(): Promise<void>;
}

export interface Visit {
  editor: Editor;
  context: BrowserContext;
  /** Console errors and uncaught errors of site and editor. */
  errors: string[];
  requests: string[];
  close(): Promise<void>;
}

const SPACE = resolve(import.meta.dirname, "../fixtures/spaces/preview");

/**
 * Blocks that the sample does not have: one throws for a word in its content, one shows another story's field, two have code
 * that only runs in Node.
 */
const OWN_BLOCKS = {
  "Fragile/Fragile.schema.ts": `import { block, textarea } from "sitegen/schema";
export const schema = block({ name: "Fragile", kind: "section", hydrate: true, description: "Breaks.",
  fields: { text: textarea({ translatable: true }) } });`,
  "Fragile/Fragile.tsx": `import { editable } from "sitegen/kit";
export function Fragile(props) {
  if (props.text.includes("BREAK")) throw new Error("Fragile cannot stand this word.");
  return <section className="fragile" {...editable(props)}><p>{props.text}</p></section>;
}`,
  "Keyed/Keyed.schema.ts": `import { block, text } from "sitegen/schema";
export const schema = block({ name: "Keyed", kind: "section", description: "Its data needs Node.", fields: { text: text() } });`,
  "Keyed/Keyed.data.ts": `const key = process.env.NO_KEY ?? "none";
export const data = () => key;`,
  "Keyed/Keyed.tsx": `import { editable } from "sitegen/kit";
export function Keyed(props) {
  if (props.text === "Needy") return <p>{props.data.length}</p>;
  return <section {...editable(props)}><p>{props.text}: {props.data ?? "no data"}</p></section>;
}`,
  "Quoting/Quoting.schema.ts": `import { block, story } from "sitegen/schema";
export const schema = block({ name: "Quoting", kind: "section", description: "Names a page.", fields: { of: story() } });`,
  "Quoting/Quoting.data.ts": "export const data = ({ of }, reader) => ({ title: reader.fields(of)?.meta_title });",
  "Quoting/Quoting.tsx": `import { editable } from "sitegen/kit";
export const Quoting = (props) => <q {...editable(props)}>{props.data.title}</q>;`,
  "NodeOnly/NodeOnly.schema.ts": `import { block, text } from "sitegen/schema";
export const schema = block({ name: "NodeOnly", kind: "section", description: "Its code needs Node.", fields: { text: text() } });`,
  "NodeOnly/NodeOnly.tsx": `const key = process.env.NO_KEY ?? "none";
export const NodeOnly = ({ text }) => <p>{text + key}</p>;`,
};

interface PreviewSiteOptions {
  base?: string;
  preview?: Record<string, unknown>;
  /** Without any, the static host sends no headers: it can be framed by anybody, and nothing is cached. */
  hosts?: readonly string[];
}

export async function openPreviewSite(
  host: Host,
  { base = "/", preview = {}, hosts = ["serve"] }: PreviewSiteOptions = {},
): Promise<PreviewSite> {
  const folder = mkdtempSync(join(tmpdir(), "sitegen-live-"));
  const [service, editorServer, browser] = await Promise.all([
    startSpaceService({ dir: SPACE, watch: false, journal: false, quiet: true }),
    startEditor(),
    launchBrowser({ pointerAway: true }),
  ]);
  const { origin: editor, bridgeUrl } = editorServer;
  const config = writeConfig(folder, { base, hosts, preview: { editorOrigins: [editor], bridgeUrl, ...preview } });
  const out = join(folder, "out");
  takeBundles(folder, "preview");
  const build = () => buildSite({ service, out, stateDir: folder, config });
  await build();
  keepBundles(folder, "preview");
  const server =
    host === "static"
      ? { ...(await startStaticServer(out, base)), said: () => "" }
      : await serve({ folder, out, config, service });
  const { origin } = server;
  // The tabs share a cache, as in a real editor.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: "no-preference" });
  const story = (slug: string, language: string, query: Record<string, string> = {}) =>
    fetchStory(service, slug, { ...(language === "de" ? { language } : {}), ...query });
  return {
    host,
    origin,
    out,
    folder,
    service,
    editorServer,
    browser,
    draft: async (slug, language = "default") => (await story(slug, language)).story,
    async resolved(slug, relations, language = "default") {
      const query = { resolve_relations: relations.join(","), resolve_links: "url" };
      const { story: found, rels, links } = await story(slug, language, query);
      return { ...found, content: inPlace(found.content, new Map([...links, ...rels].map((one) => [one.uuid, one]))) };
    },
    id: (slug) => service.contents().stories.find((one) => one.slugPath === slug)?.id ?? 0,
    url: (path, query) => origin + base + path.slice(1) + (query ? editorQuery(query) : ""),
    build,
    said: server.said,
    visit: (editorOrigin = editorServer.origin) => visit(context, editorOrigin, origin),
    async close() {
      await Promise.all([browser.close(), server.close(), editorServer.close(), service.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The sample with the blocks that break. The files of a run share it, and with it its bundles. */
function sharedDefinition(): string {
  const folder = join(siteFolder(), "preview");
  if (!existsSync(folder)) {
    const own = `${folder}-${process.hrtime.bigint()}`;
    for (const [name, text] of Object.entries(OWN_BLOCKS)) {
      mkdirSync(dirname(join(own, "blocks", name)), { recursive: true });
      writeFileSync(join(own, "blocks", name), text);
    }
    writeSampleWith(own);
    try {
      renameSync(own, folder);
    } catch {
      rmSync(own, { recursive: true }); // another worker was first
    }
  }
  return join(folder, "site.ts");
}

function writeConfig(folder: string, { base, hosts, preview }: Required<PreviewSiteOptions>): string {
  const config = {
    site: { origin: "https://preview.example", base, companyName: "Example", platformName: "Lumen" },
    hosts,
    preview,
    storyblok: { requestsPerSecond: 1000 },
    definition: sharedDefinition(),
  };
  const file = join(folder, "sitegen.config.json");
  writeFileSync(file, JSON.stringify(config));
  return file;
}

async function serve(options: { folder: string; out: string; config: string; service: SpaceService }) {
  const { folder, out, config, service } = options;
  const args = ["serve", "--port", "0", "--out", out, "--state", folder, "--config", config];
  const env = {
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_TOKEN: service.token,
    STORYBLOK_PREVIEW_TOKEN: service.previewToken,
    STORYBLOK_SPACE_ID: String(service.spaceId),
  };
  const running = command(args, { cwd: folder, env });
  const [, origin = ""] = await running.line(/^(http:\/\/127\.0\.0\.1:\d+)\/\n/);
  return {
    origin,
    said: running.stderr,
    close: async () => {
      await running.interrupt();
    },
  };
}

interface Answer {
  story: RawStory;
  rels: { uuid: string }[];
  links: { uuid: string }[];
}

async function fetchStory(service: SpaceService, slug: string, query: Record<string, string>): Promise<Answer> {
  const search = new URLSearchParams({ version: "draft", token: service.previewToken, ...query });
  const answer = await fetch(`${service.endpoint}/cdn/stories/${slug}?${search}`);
  if (!answer.ok) throw new Error(`${slug}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Resolved as by the editor: stories in place of uuids, and inside links. */
function inPlace<T>(value: T, stories: ReadonlyMap<string, unknown>): T {
  if (typeof value === "string") return (stories.get(value) ?? value) as T;
  if (Array.isArray(value)) return value.map((item) => inPlace(item, stories)) as T;
  if (typeof value !== "object" || value === null) return value;
  if ("linktype" in value && "id" in value) return { ...value, story: stories.get(String(value.id)) };
  const entries = Object.entries(value).map(([key, field]) => [key, key === "_uid" ? field : inPlace(field, stories)]);
  return Object.fromEntries(entries) as T;
}

async function visit(context: BrowserContext, editorOrigin: string, siteOrigin: string): Promise<Visit> {
  const page = await context.newPage();
  const errors: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(`uncaught: ${error.message}`));
  page.on("request", (request) => requests.push(request.url().replace(siteOrigin, "")));
  const editor = await openEditor(page, editorOrigin);
  return { editor, context, errors, requests, close: () => page.close() };
}
