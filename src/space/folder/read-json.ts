/** Reads the JSON files of a space folder. */
import { readdir, readFile } from "node:fs/promises";
import { join, sep } from "node:path";
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

/** Parses JSON files with errors that give line and column, which the engine's messages sometimes lack. */
export function parseJsonFile(text: string, file: string): unknown {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (cause) {
    const { offset, expected } = findMistake(source);
    const before = source.slice(0, offset).split("\n");
    const line = before.length;
    const column = (before.at(-1) ?? "").length + 1;
    const found = offset < source.length ? JSON.stringify(source[offset]) : "the end of the file";
    throw sitegenError("SPACE_BROKEN", {
      message: `${file}:${line}:${column} is not valid JSON: expected ${expected}, found ${found}.`,
      where: `${file}:${line}:${column}`,
      cause,
    });
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

interface Mistake {
  offset: number;
  expected: string;
}

class Halt extends Error {
  readonly mistake: Mistake;
  constructor(mistake: Mistake) {
    super(mistake.expected);
    this.mistake = mistake;
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\n\r\t]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;

/** Parses the text by the grammar of RFC 8259 and stops at the first invalid character. */
function findMistake(text: string): Mistake {
  try {
    const end = skipValue(text, skipSpace(text, 0));
    return { offset: skipSpace(text, end), expected: "the end of the file" };
  } catch (halt) {
    if (halt instanceof Halt) return halt.mistake;
    if (halt instanceof RangeError) return { offset: 0, expected: `at most ${MAX_DEPTH} levels` };
    throw halt;
  }
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \t\n\r".includes(text[at] ?? "")) at++;
  return at;
}

function skipValue(text: string, at: number): number {
  const first = text[at];
  if (first === "{") return skipList(text, at, { close: "}", item: skipMember });
  if (first === "[") return skipList(text, at, { close: "]", item: skipValue });
  if (first === '"') return skipString(text, at);
  for (const word of ["true", "false", "null"]) if (text.startsWith(word, at)) return at + word.length;
  NUMBER.lastIndex = at;
  if (NUMBER.test(text)) return NUMBER.lastIndex;
  throw new Halt({ offset: at, expected: "a value" });
}

function skipList(text: string, open: number, list: { close: string; item: (text: string, at: number) => number }) {
  let at = skipSpace(text, open + 1);
  if (text[at] === list.close) return at + 1;
  for (;;) {
    at = skipSpace(text, list.item(text, at));
    if (text[at] === list.close) return at + 1;
    if (text[at] !== ",") throw new Halt({ offset: at, expected: `"," or "${list.close}"` });
    at = skipSpace(text, at + 1);
  }
}

function skipMember(text: string, at: number): number {
  if (text[at] !== '"') throw new Halt({ offset: at, expected: "a key in double quotes" });
  const colon = skipSpace(text, skipString(text, at));
  if (text[colon] !== ":") throw new Halt({ offset: colon, expected: '":"' });
  return skipValue(text, skipSpace(text, colon + 1));
}

function skipString(text: string, at: number): number {
  STRING.lastIndex = at;
  STRING.test(text);
  const end = STRING.lastIndex;
  if (text[end] === '"') return end + 1;
  throw new Halt({ offset: end, expected: text[end] === "\\" ? "a valid escape" : "the closing quote of a string" });
}
