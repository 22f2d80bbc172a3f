/** A site in two languages whose space has a release, used through the command line over a watching service. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { heroPage } from "../definition/foreign-site.ts";
import { temporaryFolder } from "../helpers/build-site.ts";
import { runHere } from "../helpers/run-here.ts";

const BLOCKS = {
  "blocks/page/page.schema.ts":
    'import { defineBlock, sections } from "sitegen/schema";\nexport const schema = defineBlock({ kind: "page", fields: { body: sections() } });\n',
  "blocks/page/page.tsx":
    'import { Blocks } from "sitegen/kit";\nexport default function Page({ body }) { return <Blocks of={body} />; }\n',
  "blocks/hero-section/hero-section.schema.ts":
    'import { defineBlock, multilink, text } from "sitegen/schema";\nexport const schema = defineBlock({ fields: { headline: text({ translatable: true }), link: multilink() } });\n',
  "blocks/hero-section/hero-section.tsx":
    "export default function Hero({ headline, link }) { return <section><h1>{headline}</h1>{link && <a href={link.href}>more</a>}</section>; }\n",
};

export interface ReleaseSite {
  dir: string;
  service: SpaceService;
  env: Record<string, string>;
  run(args: readonly string[], env?: Record<string, string>): ReturnType<typeof runHere>;
  write(files: Readonly<Record<string, unknown>>): void;
  /** Merges a release as its editor would, and waits until the service serves it. */
  merge(release: string): Promise<void>;
  close(): Promise<void>;
}

export { heroPage };

/** `files` is relative to the site's folder; what is not text is written as JSON. */
export async function openReleaseSite(files: Readonly<Record<string, unknown>>): Promise<ReleaseSite> {
  const { dir, remove } = temporaryFolder();
  const write = (all: Readonly<Record<string, unknown>>) => {
    for (const [path, value] of Object.entries(all)) {
      mkdirSync(dirname(join(dir, path)), { recursive: true });
      writeFileSync(join(dir, path), typeof value === "string" ? value : JSON.stringify(value));
    }
  };
  write({
    ...BLOCKS,
    "site.ts":
      'export default { languages: [{ code: "en" }, { code: "de" }], global: null, pageTypes: { page: {} } };\n',
    "sitegen.config.json": { site: { origin: "https://x.example" }, storyblok: { requestsPerSecond: 1000 } },
    "space/space.json": {
      ...{ name: "X", id: 7, version: 1_700_000_000, languages: ["de"] },
      ...{ token: "public", previewToken: "preview" },
    },
    ...files,
  });
  const service = await startSpaceService({ dir: join(dir, "space"), quiet: true });
  const env = {
    STORYBLOK_ENDPOINT: service.endpoint,
    STORYBLOK_TOKEN: "public",
    STORYBLOK_PREVIEW_TOKEN: "preview",
  };
  return {
    dir,
    service,
    env,
    run: (args, other = {}) => runHere(args, { cwd: dir, env: { ...env, ...other } }),
    write,
    async merge(release) {
      const cv = service.cv();
      const { code, stderr } = await runHere(["space", "--dir", "space", "--merge", release], { cwd: dir });
      if (code !== 0) throw new Error(stderr);
      while (service.cv() === cv || (service.contents().releases ?? []).some(({ id }) => String(id) === release)) {
        await new Promise((done) => setTimeout(done, 20));
        await service.settled();
      }
    },
    async close() {
      await service.close();
      remove();
    },
  };
}
