/** A record of a CSV file and the line it begins on. */
export interface CsvRecord {
  line: number;
  fields: string[];
}

/**
 * RFC 4180 with what spreadsheets and people add: a byte order mark, any line ending, empty lines, and lines that
 * begin with # as comments.
 */
export function csvRecords(text: string): CsvRecord[] {
  const records: CsvRecord[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\r|\n|$)/y;
  const source = text.replace(/^\uFEFF/, "");
  let line = 1;
  let record: CsvRecord = { line, fields: [] };
  while (field.lastIndex < source.length || record.fields.length > 0) {
    const start = field.lastIndex;
    const match = field.exec(source) ?? looseField(source, start, field);
    const [whole = "", quoted, bare = "", end = ""] = match;
    record.fields.push(quoted?.replaceAll('""', '"') ?? bare);
    line += whole.match(/\r\n|\r|\n/g)?.length ?? 0;
    if (end === ",") continue;
    if (isRecord(record)) records.push(record);
    record = { line, fields: [] };
  }
  return records;
}

/** A stray quote inside a field: the rest of the field is taken as it stands. */
function looseField(source: string, start: number, field: RegExp): readonly (string | undefined)[] {
  const loose = /([^,\r\n]*)(,|\r\n|\r|\n|$)/y;
  loose.lastIndex = start;
  const [whole = "", bare = "", end = ""] = loose.exec(source) ?? [];
  field.lastIndex = start + whole.length;
  return [whole, undefined, bare, end];
}

function isRecord({ fields }: CsvRecord): boolean {
  return !fields[0]?.startsWith("#") && fields.some((field) => field.trim() !== "");
}
