import type { Problem } from "../problem.ts";
import type { WriteInput } from "./write-site.ts";

/** The configured hosts' own files; problems name what a host cannot express. */
export async function writeHostFiles(_input: WriteInput & { scriptHashes: readonly string[] }): Promise<Problem[]> {
  return [];
}
