/** A small site of a test: its files, its space, and builds in this process. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import type { BuildResult } from "../../src/generate/generate.ts";
import { buildSite, temporaryFolder } from "./build-site.ts";

/** A page with headline sections. */
const BLOCKS: Record<string, string> = {
  "blocks/page/page.schema.ts":
    'import { blocks, defineBlock } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: blocks(["hero"]) } });\n',
  "blocks/page/page.tsx":
    'import { Blocks } from "sitegen-storyblok/kit";\nexport default function Page({ body }) { return <Blocks of={body} />; }\n',
  "blocks/hero/hero.schema.ts":
    'import { defineBlock, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: { headline: text() } });\n',
  "blocks/hero/hero.tsx": "export default function Hero({ headline }) { return <h1>{headline}</h1>; }\n",
};

export interface SmallSite {
  dir: string;
  out: string;
  service: SpaceService;
  write(files: Readonly<Record<string, string | Uint8Array>>): void;
  /** Content of a published file. */
  read(path: string): string;
  build(options?: {
    config?: object;
    /** A configuration file of the site instead of `config`. */
    file?: string;
    env?: Record<string, string>;
    overrides?: Partial<BuildOptions>;
  }): Promise<BuildResult>;
  close(): Promise<void>;
}

/** A story of the page type, with a headline. */
export const storyWithHeadline = (headline: string, fields: object = {}) => ({
  content: { component: "page", body: [{ component: "hero", headline }] },
  ...fields,
});

/** Writes files (including `site.ts`) and stories into a new folder, and starts its space. */
export async function openSmallSite(
  files: Readonly<Record<string, string | Uint8Array>>,
  stories: Readonly<Record<string, object>> = { home: storyWithHeadline("Home") },
): Promise<SmallSite> {
  const folder = temporaryFolder();
  const { dir } = folder;
  const out = join(dir, "out");
  const write = (all: Readonly<Record<string, string | Uint8Array>>) => {
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), text);
    }
  };
  const info = {
    name: "X",
    id: 7,
    version: 1_700_000_000,
    languages: ["fr"],
    token: "public",
    previewToken: "preview",
  };
  const space = Object.entries(stories).map(([slug, story]) => [`space/stories/${slug}.json`, JSON.stringify(story)]);
  write({ ...BLOCKS, "space/space.json": JSON.stringify(info), ...Object.fromEntries(space), ...files });
  const service = await startSpaceService({ dir: join(dir, "space"), watch: false, journal: false, quiet: true });
  return {
    dir,
    out,
    service,
    write,
    read: (path) => readFileSync(join(out, path), "utf8"),
    async build({ config = {}, file: named = "sitegen.config.json", env = {}, overrides = {} } = {}) {
      if (named === "sitegen.config.json") write({ [named]: JSON.stringify({ hosts: ["serve"], ...config }) });
      const file = join(dir, named);
      const access = {
        STORYBLOK_ENDPOINT: service.endpoint,
        STORYBLOK_TOKEN: "public",
        STORYBLOK_PREVIEW_TOKEN: "preview",
      };
      const loaded = await loadConfig({ cwd: dir, file, env: { ...access, ...env } });
      return buildSite({
        service,
        out,
        stateDir: join(dir, "state"),
        config: file,
        overrides: { config: loaded, ...overrides },
      });
    },
    async close() {
      await service.close();
      folder.remove();
    },
  };
}
