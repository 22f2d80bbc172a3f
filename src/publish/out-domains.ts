import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { LATEST_FILE } from "./file-list.ts";
import { isFolderName } from "./stored-rows.ts";

/** A domain's site in an output folder with several. */
export interface OutDomain {
  folder: string;
  origin: string;
  languages: string[];
}

/** The domains of an output folder according to its last build; none for a single site or an empty folder. */
export async function readDomains(out: string): Promise<OutDomain[]> {
  const text = await readFile(join(out, LATEST_FILE), "utf8").catch(() => "null");
  try {
    const { domains } = (JSON.parse(text) ?? {}) as { domains?: unknown };
    return Array.isArray(domains) ? domains.filter(isDomain) : [];
  } catch {
    return [];
  }
}

function isDomain(value: unknown): value is OutDomain {
  const { folder, origin, languages } = value as Partial<Record<string, unknown>>;
  return isFolderName(folder) && typeof origin === "string" && Array.isArray(languages);
}
