/** Reads the JSON files of a space folder. */
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { ParseError } from "jsonc-parser";
import { sitegenError } from "../../problems/errors.ts";

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
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names
    .map((name) => name.replaceAll(sep, "/"))
    .filter((name) => name.endsWith(".json") && !/(^|\/)\./.test(name))
    .sort();
}

/** Errors give line and column, which the engine's messages sometimes lack. */
export async function parseJsonFile(text: string, file: string): Promise<unknown> {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    const { line, column, fault } = await findMistake(source);
    const where = `${file}:${line}:${column}`;
    throw sitegenError("SPACE_BROKEN", { message: `${where} is not valid JSON: ${fault}.`, where, cause });
  }
  if (!isDeeper(value, MAX_DEPTH)) return value;
  throw sitegenError("SPACE_BROKEN", { message: `${file}: nested more than ${MAX_DEPTH} levels deep.`, where: file });
}

/** Lists and objects in each other: what a build takes is far less, and the stack holds more. */
const MAX_DEPTH = 1000;

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** The parser's "CommaExpected" as "comma expected". */
async function findMistake(text: string): Promise<{ line: number; column: number; fault: string }> {
  const { parse, printParseErrorCode } = await import("jsonc-parser"); // only for a broken file
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // The stack is full.
  }
  const [first] = errors;
  if (!first) return { line: 1, column: 1, fault: `more than ${MAX_DEPTH} levels` };
  const before = text.slice(0, first.offset).split("\n");
  const fault = printParseErrorCode(first.error).replace(/\B[A-Z]/g, (letter) => ` ${letter}`);
  return { line: before.length, column: (before.at(-1) ?? "").length + 1, fault: fault.toLowerCase() };
}
