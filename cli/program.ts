import { Command } from "commander";
import type { CommandContext, OnExit } from "./command-context.ts";
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

/** The command line: names, options and help. A command's code is imported when it runs. */
export function createProgram(context: CommandContext, finish: OnExit): Command {
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
  for (const command of [
    generateCommand,
    checkCommand,
    deployCommand,
    doctorCommand,
    exportCommand,
    initCommand,
    listenCommand,
    mergeCommand,
    pullCommand,
    rollbackCommand,
    schemaCommand,
    serveCommand,
    shareCommand,
    spaceCommand,
    verifyCommand,
    whyCommand,
  ])
    program.addCommand(command(context, finish));
  for (const command of program.commands) command.copyInheritedSettings(program);
  return program;
}
