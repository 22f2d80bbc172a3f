import { CsvError, parse } from "csv-parse/sync";
import { getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { sitegenError } from "../problems/errors.ts";
import type { RawRule } from "./rule.ts";

const COLUMNS = ["from", "to", "status", "query"] as const;
type Column = (typeof COLUMNS)[number];

/** Parses a redirect file; its extension decides between CSV and JSON. */
export function parseRedirectFile(options: { file: string; text: string }): RawRule[] {
  const { file, text } = options;
  return file.toLowerCase().endsWith(".csv") ? parseCsv(file, text) : parseJson(file, text);
}

function parseCsv(file: string, text: string): RawRule[] {
  const [header, ...rows] = csvRecords(file, text);
  if (!header) throw invalid(file, 1, "The file is empty; its first line must be from,to,status,query.");
  const columns = header.fields.map((field) => field.trim().toLowerCase());
  for (const column of columns) {
    if (!isColumn(column)) throw invalid(file, header.line, `The column "${column}" is not known. ${known()}`);
  }
  for (const column of ["from", "to"]) {
    if (!columns.includes(column)) throw invalid(file, header.line, `The column "${column}" is missing. ${known()}`);
  }
  return rows.map(({ line, fields }) => {
    if (fields.length > columns.length) {
      throw invalid(file, line, `The line has ${fields.length} fields, the header ${columns.length}.`);
    }
    const field = (name: Column): string => (fields[columns.indexOf(name)] ?? "").trim();
    return {
      from: field("from"),
      to: field("to"),
      status: field("status"),
      query: field("query"),
      where: `${file}:${line}`,
    };
  });
}

/** Comments and a trailing comma are allowed. */
function parseJson(file: string, text: string): RawRule[] {
  const errors: ParseError[] = [];
  const clean = text.replace(/^\uFEFF/, "");
  const tree = parseTree(clean, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw invalid(file, lineAt(clean, first.offset), `This is not JSON: ${printParseErrorCode(first.error)}.`);
  if (tree?.type !== "array") throw invalid(file, 1, "The file must hold an array of rules.");
  return (tree.children ?? []).map((rule) => jsonRule(file, lineAt(clean, rule.offset), rule));
}

function jsonRule(file: string, line: number, rule: Node): RawRule {
  if (rule.type !== "object") {
    throw invalid(file, line, 'A rule must be an object such as {"from": "/old", "to": "/new/"}.');
  }
  const fields: Record<Column, string> = { from: "", to: "", status: "", query: "" };
  for (const [key, value] of Object.entries<unknown>(getNodeValue(rule))) {
    if (!isColumn(key)) throw invalid(file, line, `The key "${key}" is not known. ${known()}`);
    if (value === null || value === undefined) continue;
    const fits = typeof value === "string" || (key === "status" && typeof value === "number");
    if (!fits) throw invalid(file, line, `"${key}" must be ${key === "status" ? "a number" : "a text"}.`);
    fields[key] = String(value).trim();
  }
  return { ...fields, where: `${file}:${line}` };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function isColumn(name: string): name is Column {
  return COLUMNS.some((column) => column === name);
}

function known(): string {
  return `Known are ${COLUMNS.join(", ")}.`;
}

function invalid(file: string, line: number, message: string): Error {
  return sitegenError("REDIRECTS_INVALID", { message, where: `${file}:${line}` });
}

/** A record of a CSV file and its first line. */
interface CsvRecord {
  line: number;
  fields: string[];
}

/**
 * Parses RFC 4180 CSV, and also accepts a byte order mark, any line ending, empty lines, stray quotes, and comment
 * lines that begin with #.
 */
export function csvRecords(file: string, text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  try {
    parse(text.replace(/\r\n?/g, "\n"), {
      bom: true,
      comment: "#",
      comment_no_infix: true,
      on_record(fields: string[], { lines }) {
        if (fields.some((field) => field.trim() !== "")) records.push({ line: lines - lineBreaks(fields), fields });
        return null;
      },
      record_delimiter: "\n",
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    });
    return records;
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED")
      throw invalid(file, Number(error.lines), "A quote is opened and never closed.");
    throw error;
  }
}

/** A quoted field may contain line breaks, and the parser reports a record's last line. */
function lineBreaks(fields: readonly string[]): number {
  return fields.join().split("\n").length - 1;
}
