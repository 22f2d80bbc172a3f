type Words = Readonly<Record<string, string>>;

/** Spectra over time: rows of levels, the oldest first, and their labels. */
export interface Terrain {
  rows: number;
  bins: number;
  rowsPerWeek: number;
  labels: string[];
  /** What happened in a week, or "". */
  notes: string[];
  /** First and last bin of the ridge. */
  ridge: readonly [number, number];
  /** Level from 0 to 1. */
  level(row: number, bin: number): number;
}

interface TerrainFile {
  rows: number;
  bins: number;
  rowsPerWeek: number;
  labels: Words[];
  notes: (Words | null)[];
  defect: { bins: [number, number] };
  data: string;
}

/** Parses the file; throws if it is invalid or holds fewer levels than it declares. */
export function parseTerrain(value: unknown, lang: string): Terrain {
  const file = value as TerrainFile;
  const bytes = Uint8Array.from(atob(file.data), (letter) => letter.charCodeAt(0));
  if (!(file.rows > 1 && file.bins > 1) || bytes.length < file.rows * file.bins) throw new Error("This is no terrain.");
  const say = (words: Words | null) => words?.[lang] ?? words?.en ?? "";
  return {
    rows: file.rows,
    bins: file.bins,
    rowsPerWeek: file.rowsPerWeek,
    labels: file.labels.map(say),
    notes: file.notes.map(say),
    ridge: file.defect.bins,
    level: (row, bin) => (bytes[row * file.bins + bin] ?? 0) / 255,
  };
}
