import { createHash } from "node:crypto";
import type { OutputTransaction } from "../../../src/publish/output-transaction.ts";

/** A build of a site with many changes: pages appear, change, disappear and become stubs; assets are shared. */
export interface Build {
  id: string;
  files: Map<string, string>;
  stubs: Set<string>;
}

const PAGES = 14;
export const KEEP_BUILDS = 1;
export const LATEST = "_assets/builds/latest.json";

/** Build number n, always the same for the same n. A page ends with a mark, so that an incomplete one is detected. */
export function makeBuild(n: number): Build {
  const files = new Map<string, string>();
  const stubs = new Set<string>();
  const shared = asset(files, "app", `shared script of ${Math.floor(n / 3)}`);
  for (let page = 0; page < PAGES; page += 1) {
    const version = Math.floor((n + page) / 3);
    const folder = page === 0 ? "" : `section-${page % 4}/page-${page}/`;
    if ((n + page) % 11 === 0 && page > 0) {
      files.set(`${folder}index.html`, html(`stub ${page}`, []));
      stubs.add(`${folder}index.html`);
      continue;
    }
    if ((n + page) % 7 === 0 && page > 0) continue;
    const own = asset(files, `page-${page}`, `script ${page} of ${version}`);
    files.set(`${folder}index.html`, html(`page ${page} in version ${version}`, [shared, own]));
    files.set(`${folder}_payload.json`, JSON.stringify({ page, version, refs: [shared, own] }));
  }
  files.set("sitemap.xml", `map of ${n}`);
  const id = hash([...files].flat().join("\n"));
  files.set(`_assets/builds/meta/${id}.json`, JSON.stringify({ id, n }));
  files.set(LATEST, JSON.stringify({ id }));
  return { id, files, stubs };
}

export async function putBuild(output: OutputTransaction, build: Build): Promise<void> {
  for (const [path, text] of build.files) {
    if (build.stubs.has(path)) await output.put(path, text, { source: path, kind: "stub" });
    else await output.put(path, text, { source: path });
  }
  await output.publish({
    buildId: build.id,
    keepBuilds: KEEP_BUILDS,
    site: { site: "test", base: "/" },
  });
}

function asset(files: Map<string, string>, name: string, text: string): string {
  const path = `_assets/${name}-${hash(text)}.js`;
  files.set(path, text);
  return path;
}

/** Long enough that half a file is not valid by chance. */
function html(text: string, refs: string[]): string {
  const links = refs.map((ref) => `<script src="/${ref}"></script>`).join("");
  return `<!doctype html><title>${text}</title>${links}${"<p>filler</p>".repeat(40)}<!-- whole -->`;
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 10);
}
