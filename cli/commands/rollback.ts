/** Options and help of `sitegen rollback`; cli/run/rollback.ts runs it. */
import { Command } from "commander";

export function rollbackCommand(): Command {
  return new Command("rollback")
    .description("Restore an earlier build to the output folder, or make it live again on a target that is switched.")
    .argument("[build]", "id of the build (default: the one before the published one)")
    .option("--target <target>", "a target deployed with --switch: its earlier build is live at once")
    .option("--list", "list the kept builds: time, pages, changes")
    .option("-c, --config <file>", "configuration file (default: sitegen.config.ts, .js or .json in this folder)")
    .option("-o, --out <dir>", "output folder", "out")
    .option("--state <dir>", "state folder: snapshot, caches, rename record", ".sitegen")
    .option("--json", "print the result as one JSON object on stdout")
    .option("-q, --quiet", "print only errors")
    .addHelpText(
      "after",
      `
The next generate publishes the content as it is in the space: correct it there, or pause publishing, before that.

Examples:
  sitegen rollback && sitegen deploy s3://example-site
  sitegen rollback --list
  sitegen rollback 5224502643a8bbda
  sitegen rollback --target sftp://web@example.com/var/www/site

Exit codes: 0 done · 1 no such build, or it cannot be restored; nothing changed · 2 usage or configuration`,
    );
}
