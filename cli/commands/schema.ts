import { Command } from "commander";
import type { CommandContext } from "../main.ts";
import type { Finish } from "../program.ts";

export interface SchemaFlags {
  config?: string;
  types?: boolean;
}

export function schemaCommand(context: CommandContext, finish: Finish): Command {
  return new Command("schema")
    .description("Print the block schemas as Storyblok components.")
    .option("-c, --config <file>", "configuration file; its platformName names the platform's components")
    .option("--types", "print TypeScript types instead")
    .addHelpText(
      "after",
      `
Examples:
  sitegen schema > components.json              push it with Storyblok's CLI: storyblok components push
  sitegen schema --types > src/storyblok.d.ts   types of the stored content`,
    )
    .action(async (flags: SchemaFlags) => {
      const { runSchema } = await import("../run/schema.ts");
      finish(await runSchema(flags, context));
    });
}
