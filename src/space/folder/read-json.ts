/** Reads the JSON files of a space folder. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sitegenError } from "../../problems/errors.ts";
import { parseJsonFile } from "./json.ts";

export async function readJson(dir: string, file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(join(dir, file), "utf8");
  } catch (cause) {
    throw sitegenError("SPACE_BROKEN", {
      message: `${join(dir, file)} cannot be read.`,
      where: file,
      hint: "Check that the folder holds space.json, stories/ and datasources/, and that they may be read.",
      cause,
    });
  }
  return parseJsonFile(text, file);
}

/** Paths of the .json files in a folder, with forward slashes, sorted; none if there is no folder. */
export async function jsonBelow(folder: string): Promise<string[]> {
  try {
    const names = await readdir(folder, { recursive: true });
    return names
      .map((name) => name.replaceAll("\\", "/"))
      .filter((name) => name.endsWith(".json") && !/(^|\/)\./.test(name))
      .sort();
  } catch {
    return [];
  }
}
