import { resolve } from "node:path";
import { realPath } from "../../src/files/real-path.ts";
import { BUILD_DEFAULTS } from "../../src/generate/build-options.ts";
import { spaceFolder } from "../../src/generate/content-service.ts";
import { exportTo } from "../../src/generate/export.ts";
import { groupProblems } from "../../src/incremental/problem-report.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { type CommandContext, type CommonFlags, configOf } from "../command-context.ts";
import { createReporter, createStyle, renderProblems } from "../report.ts";
import { refusedBy } from "./file-error.ts";
import { withStateFolder } from "./state-folder.ts";

export interface ExportFlags extends CommonFlags {
  state: string;
  dir: string;
  assets?: boolean;
  offline?: boolean;
}

/** `sitegen export`: writes a space as a folder. */
export async function runExport(flags: ExportFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal } = context;
  const reporter = createReporter(streams, flags);
  const { config } = await configOf(flags, context);
  const dir = resolve(cwd, flags.dir);
  // Written over its own source, content would name files of a service that ends with this command.
  if (config.storyblok.endpoint === "" && realPath(spaceFolder(config)) === realPath(dir))
    throw sitegenError("EXPORT_FAILED", {
      message: "The folder is the one whose content would be exported.",
      where: dir,
      hint: "Name another with --dir, or set STORYBLOK_TOKEN to export a space of the content service.",
    });
  const stateDir = resolve(cwd, flags.state);
  const options = { ...BUILD_DEFAULTS, ...flags, config, out: "", stateDir, reporter, signal };
  const work = () => exportTo(dir, { ...options, withAssets: flags.assets === true });
  const refused = refusedBy(dir, "EXPORT_FAILED", "hold the space");
  const report = await withStateFolder(stateDir, work, { needed: !options.offline }).catch(refused);
  reporter.end();
  const style = createStyle(streams.stderr, streams.env);
  if (report.problems.length > 0)
    streams.stderr.write(
      `${renderProblems(groupProblems(report.problems, flags.verbose ? Number.POSITIVE_INFINITY : 5), { style })}\n`,
    );
  reporter.done(`Exported ${report.stories} stories and ${report.assets} assets to ${flags.dir}`);
  return 0;
}
