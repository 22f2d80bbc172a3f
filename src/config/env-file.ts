import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

/** The environment including the working directory's .env; variables set outside take precedence. */
export function readEnvironment(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const path = join(cwd, ".env");
  const file = existsSync(path) ? parseEnv(readFileSync(path, "utf8")) : {};
  return { ...file, ...env };
}
