import { CsvError, parse } from "csv-parse/sync";

/** A record of a CSV file and its first line. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/** An unclosed quote, with its line. */
export class CsvSyntaxError extends Error {
  readonly line: number;

  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

/**
 * Parses RFC 4180 CSV, and also accepts a byte order mark, any line ending, empty lines, stray quotes, and comment
 * lines that begin with #. Throws CsvSyntaxError.
 */
export function csvRecords(text: string): CsvRecord[] {
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
      throw new CsvSyntaxError("A quote is opened and never closed.", Number(error.lines));
    throw error;
  }
}

/** A quoted field may contain line breaks, and the parser reports a record's last line. */
function lineBreaks(fields: readonly string[]): number {
  return fields.join().split("\n").length - 1;
}
