import { Command } from "commander";
import type { CommandContext } from "./command-context.ts";
import { checkCommand } from "./commands/check.ts";
import { deployCommand } from "./commands/deploy.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { generateCommand } from "./commands/generate.ts";
import { initCommand } from "./commands/init.ts";
import { listenCommand } from "./commands/listen.ts";
import { mergeCommand } from "./commands/merge.ts";
import { pullCommand } from "./commands/pull.ts";
import { rollbackCommand } from "./commands/rollback.ts";
import { schemaCommand } from "./commands/schema.ts";
import { serveCommand } from "./commands/serve.ts";
import { shareCommand } from "./commands/share.ts";
import { spaceCommand } from "./commands/space.ts";
import { verifyCommand } from "./commands/verify.ts";
import { whyCommand } from "./commands/why.ts";

/** Gets a command's arguments and flags, which commander gives before the command itself, and the context. */
type Run = (...given: Parameters<Parameters<Command["action"]>[0]>) => number | Promise<number>;

/** Each command with its code, which is imported when it runs. */
const COMMANDS: readonly (readonly [make: () => Command, load: () => Promise<Run>])[] = [
  [generateCommand, async () => (await import("./run/generate.ts")).runGenerate],
  [checkCommand, async () => (await import("./run/check.ts")).runCheck],
  [deployCommand, async () => (await import("./run/deploy.ts")).runDeploy],
  [doctorCommand, async () => (await import("./run/doctor.ts")).runDoctor],
  [exportCommand, async () => (await import("./run/export.ts")).runExport],
  [initCommand, async () => (await import("./run/init.ts")).runInit],
  [listenCommand, async () => (await import("./run/listen.ts")).runListen],
  [mergeCommand, async () => (await import("./run/merge.ts")).runMerge],
  [pullCommand, async () => (await import("./run/pull.ts")).runPull],
  [rollbackCommand, async () => (await import("./run/rollback.ts")).runRollback],
  [schemaCommand, async () => (await import("./run/schema.ts")).runSchema],
  [serveCommand, async () => (await import("./run/serve.ts")).runServe],
  [shareCommand, async () => (await import("./run/share.ts")).runShare],
  [spaceCommand, async () => (await import("./run/space.ts")).runSpace],
  [verifyCommand, async () => (await import("./run/verify.ts")).runVerify],
  [whyCommand, async () => (await import("./run/why.ts")).runWhy],
];

/** The command line: names, options and help. */
export function createProgram(context: CommandContext, finish: (exitCode: number) => void): Command {
  const program = new Command("sitegen")
    .description(
      "Static site generator for Storyblok: pulls a space, renders every page with React, writes plain files.",
    )
    .version("0.1.0")
    .showSuggestionAfterError(true)
    .showHelpAfterError("Run with --help for usage.")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.streams.stdout.write(text),
      writeErr: (text) => context.streams.stderr.write(text),
    })
    .addHelpText(
      "after",
      `
Examples:
  sitegen generate                 build the site into out/
  sitegen serve                    serve it on http://127.0.0.1:3000
  sitegen check                    check the content for problems`,
    );
  for (const [make, load] of COMMANDS)
    program.addCommand(make().action(async (...given) => finish(await (await load())(...given.slice(0, -1), context))));
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}
