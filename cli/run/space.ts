import { resolve } from "node:path";
import { SAMPLE_SPACE } from "../../src/generate/content-service.ts";
import { whenAborted } from "../../src/http/listening.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { startSpaceService } from "../../src/space/start-space-service.ts";
import type { CommandContext } from "../command-context.ts";
import { createReporter } from "../report.ts";

export interface SpaceFlags {
  dir?: string;
  port: number;
  host: string;
  rateLimit: boolean;
  quiet?: boolean;
  merge?: string;
}

/** `sitegen space`: runs the embedded content service until interrupted. */
export async function runSpace(flags: SpaceFlags, { streams, cwd, signal }: CommandContext): Promise<number> {
  const reporter = createReporter(streams, flags);
  const dir = flags.dir === undefined ? SAMPLE_SPACE : resolve(cwd, flags.dir);
  if (flags.merge !== undefined) {
    if (flags.dir === undefined) throw sitegenError("USAGE", { message: "--merge needs the space folder with --dir." });
    const { mergeRelease } = await import("../../src/space/folder/merge-release.ts");
    const stories = await mergeRelease(dir, flags.merge);
    reporter.info(`Merged release ${flags.merge}: ${stories.join(", ") || "no stories"}.`);
    return 0;
  }
  const { host, port } = flags;
  const rateLimit = flags.rateLimit ? "service" : false;
  const service = await startSpaceService({ dir, host, port, rateLimit, notify: reporter.info });
  try {
    reporter.info(`Serving ${dir}. Edit a file in it to publish; press Ctrl-C to stop.`);
    const { managementToken } = service.contents().info;
    const values = {
      STORYBLOK_ENDPOINT: service.endpoint,
      STORYBLOK_TOKEN: service.token,
      STORYBLOK_PREVIEW_TOKEN: service.previewToken,
      STORYBLOK_SPACE_ID: service.spaceId,
      ...(managementToken && { STORYBLOK_MANAGEMENT_TOKEN: managementToken }),
    };
    const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`);
    streams.stdout.write(lines.join(""));
    await whenAborted(signal);
  } finally {
    await service.close();
  }
  signal.throwIfAborted();
  return 0;
}
