/** A site created by `init --from-space` for a space folder, with builds in this process. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type SpaceService, startSpaceService } from "../../bench/space/service/start-space-service.ts";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { check } from "../../src/generate/check.ts";
import { type BuildResult, build } from "../../src/generate/generate.ts";
import { type InitResult, initFolder } from "../../src/init/init-folder.ts";
import { packageManagerOf } from "../../src/init/package-manager.ts";
import { readSpace } from "../../src/init/read-space.ts";
import type { Problem } from "../../src/problems/problem.ts";
import { buildOptions, temporaryFolder } from "./build-site.ts";
import { ROOT } from "./run-cli.ts";

export interface SiteFromSpace {
  /** The site's folder. */
  dir: string;
  out: string;
  service: SpaceService;
  /** Notes of the first run. */
  notes: string[];
  /** Runs `init` again. */
  init(): Promise<InitResult>;
  build(): Promise<BuildResult>;
  check(): Promise<Problem[]>;
  options(): Promise<BuildOptions>;
  /** HTML of a published page. */
  page(path: string): string;
  close(): Promise<void>;
}

/** Writes JSON, or bytes, into files in a folder. */
export function writeFiles(dir: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, value] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), value instanceof Uint8Array ? value : JSON.stringify(value));
  }
}

/** `space.json` of a test's space. */
export const spaceInfo = (name: string, languages: readonly string[] = []) => ({
  ...{ name, id: 77, version: 1_767_600_000, languages, token: "public", previewToken: "preview" },
});

/** `write` fills the space's folder. */
export async function siteFromSpace(write: (dir: string) => void, language = "en"): Promise<SiteFromSpace> {
  const folder = temporaryFolder();
  const [dir, space, out] = ["site", "space", "out"].map((name) => join(folder.dir, name)) as [string, string, string];
  write(space);
  const service = await startSpaceService({ dir: space, rateLimit: false, watch: false, quiet: true, journal: false });
  mkdirSync(join(dir, "node_modules"), { recursive: true });
  symlinkSync(ROOT, join(dir, "node_modules/sitegen-storyblok"));
  for (const name of ["react", "@types", "vitest"])
    symlinkSync(join(ROOT, "node_modules", name), join(dir, "node_modules", name));
  const init = async () => {
    const access = { endpoint: service.endpoint, token: service.token, requestsPerSecond: 1000, timeoutMs: 20_000 };
    const content = await readSpace(access);
    const answers = {
      companyName: content.name,
      origin: "https://x.example",
      platformName: "",
      ci: "none" as const,
      language,
      manager: packageManagerOf(dir),
    };
    return initFolder(dir, answers, { kind: "space", content });
  };
  const options = () =>
    buildOptions({ service, out, stateDir: join(folder.dir, "state"), config: join(dir, "sitegen.config.ts") });
  const { notes } = await init();
  return {
    dir,
    out,
    service,
    notes,
    init,
    build: async () => build(await options()),
    check: async () => (await check(await options())).problems,
    options,
    page: (path) => readFileSync(join(out, path, "index.html"), "utf8").replaceAll("<!-- -->", ""),
    async close() {
      await service.close();
      folder.remove();
    },
  };
}
