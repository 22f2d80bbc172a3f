import type { AssetLookup } from "../content/assets/asset.ts";
import { createProblem, type Problem } from "../problems/problem.ts";

/** Pictures and files of a story that could not be downloaded, with their block paths. */
export function checkFiles(content: unknown, lookup: AssetLookup, story: string): Problem[] {
  const problems: Problem[] = [];
  visit(content, "", (filename, path) => {
    if (lookup(filename)) return;
    problems.push(
      createProblem("warning", "CHECK_FILE_BROKEN", {
        message: `The file ${filename.split("/").at(-1)} could not be fetched.`,
        story,
        path,
        hint: "Upload the file again and choose it here, or empty the field.",
      }),
    );
  });
  return problems;
}

function visit(value: unknown, path: string, found: (filename: string, path: string) => void): void {
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      visit(item, `${path}[${index}]`, found);
    });
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const filename = assetOf(value as Record<string, unknown>);
  if (filename !== "") found(filename, path);
  else for (const [key, item] of Object.entries(value)) visit(item, path === "" ? key : `${path}/${key}`, found);
}

/** URL of an asset field, an asset link or a picture in rich text. */
function assetOf(value: Record<string, unknown>): string {
  const attrs = value.type === "image" ? (value.attrs as Record<string, unknown> | undefined) : undefined;
  const given = value.linktype === "asset" ? value.url || value.cached_url : (attrs?.src ?? value.filename);
  return typeof given === "string" ? given : "";
}
