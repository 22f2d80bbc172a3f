/** A shop whose Polish stories are in a space of their own: two services with their own ids and tokens. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import { openReleaseSite, type ReleaseSite } from "../cli/release-site.ts";
import { filesOf } from "../helpers/build-site.ts";

export const TOKENS = { pl: "sklep-public-token", plPreview: "sklep-preview-token" };

export const definition = (more = 'linkedBy: "sku"') =>
  `export default {
    languages: [{ code: "de", locale: "de-CH" }, { code: "fr", locale: "fr-CH" }, { code: "pl", name: "Polski", space: "pl" }],
    global: null, pageTypes: { page: {} }, datasources: ["units"], ${more} };\n`;

/** A page with a link to another story of its space. */
export const page = (headline: string, sku: string, link?: string) => ({
  content: {
    component: "page",
    sku,
    body: [{ component: "hero-section", headline, ...(link !== undefined && { link: { $link: link } }) }],
  },
});

/** Stories at the same slug have the same id and uuid in both spaces, since both follow from the slug. */
const STORIES = {
  "space/stories/home.json": page("Käse", "", "products/a"),
  "space/stories/products/a.json": page("Gruyère", "A-1"),
  "space/stories/products/b.json": page("Emmentaler", "B-2", "products/a"),
  "space-pl/stories/home.json": page("Sery", "", "products/a"),
  "space-pl/stories/products/a.json": page("Oscypek", "C-3"),
  "space-pl/stories/products/gruyere.json": page("Ser Gruyère", "A-1", "products/a"),
};

const UNITS = (value: string) => [{ name: "unit", value }];

export interface SpacesSite extends ReleaseSite {
  pl: SpaceService;
  generate(...args: string[]): Promise<{ code: number | undefined; stderr: string; [key: string]: unknown }>;
  read(file: string): string;
  pages(out?: string): string[];
  files(out?: string): Record<string, string>;
}

export async function openSpacesSite(files: Readonly<Record<string, unknown>> = {}): Promise<SpacesSite> {
  const site = await openReleaseSite({
    "site.ts": definition(),
    "sitegen.config.json": {
      ...{ site: { origin: "https://x.example" }, keepBuilds: 1 },
      storyblok: { requestsPerSecond: 1000 },
    },
    "blocks/page/page.schema.ts":
      'import { defineBlock, sections, text } from "sitegen/schema";\nexport const schema = defineBlock({ kind: "page", fields: { sku: text(), body: sections() } });\n',
    "space/space.json": {
      name: "CH",
      id: 7,
      version: 1_700_000_000,
      languages: ["fr"],
      token: "public",
      previewToken: "preview",
    },
    "space-pl/space.json": {
      ...{ name: "PL", id: 8, version: 1_700_000_500, languages: [] },
      ...{ token: TOKENS.pl, previewToken: TOKENS.plPreview },
    },
    "space/datasources/units.json": UNITS("Stück"),
    "space-pl/datasources/units.json": UNITS("sztuka"),
    ...STORIES,
    ...files,
  });
  const pl = await startSpaceService({ dir: join(site.dir, "space-pl"), quiet: true });
  const env = {
    ...site.env,
    STORYBLOK_ENDPOINT_PL: pl.endpoint,
    STORYBLOK_TOKEN_PL: TOKENS.pl,
    STORYBLOK_PREVIEW_TOKEN_PL: TOKENS.plPreview,
  };
  const run: ReleaseSite["run"] = (args, other = {}) => site.run(args, { ...env, ...other });
  const files_ = (out = "out") => filesOf(join(site.dir, out));
  return {
    ...site,
    ...{ pl, env, run, files: files_ },
    async generate(...args) {
      const { code, stdout, stderr } = await run(["generate", "--json", ...args]);
      return { code, stderr, ...JSON.parse(stdout || "{}") };
    },
    read: (file) => readFileSync(join(site.dir, "out", file), "utf8"),
    pages: (out) =>
      Object.keys(files_(out))
        .filter((file) => file.endsWith("_payload.json"))
        .map((file) => `/${file.slice(0, -"_payload.json".length)}`),
    async close() {
      await pl.close();
      await site.close();
    },
  };
}

/** Publishes a page of one of the spaces with another headline and value. */
export function publish(service: SpaceService, slug: string, headline: string, sku: string): void {
  service.publish(slug, (story) => {
    story.content = { ...story.content, ...page(headline, sku).content, _uid: slug };
    story.content.body = [{ component: "hero-section", _uid: `${slug}-1`, headline }];
  });
}
