import { readEnvironment } from "../../src/config/env-file.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { CommandContext, CommonFlags } from "../command-context.ts";

/** The environment of a command, with `.env`, and the configuration that it gives. */
export async function configOf({ config: file }: CommonFlags, { streams, cwd }: CommandContext) {
  const env = readEnvironment(cwd, streams.env);
  return { env, config: await loadConfig({ cwd, file, env }) };
}
