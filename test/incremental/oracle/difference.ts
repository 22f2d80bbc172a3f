/** The first difference between two folders of published files. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesOf } from "../../helpers/build-site.ts";

/**
 * In a few lines, or "". `hasKept` is false if the first folder keeps hashed files of a build that the second has never
 * had.
 */
export function firstDifference(found: string, expected: string, { hasKept }: { hasKept: boolean }): string {
  const [one, other] = [filesOf(found), filesOf(expected)];
  const names = (paths: string[]) => (paths.length === 0 ? "none" : `${paths.length}: ${paths.slice(0, 8).join(", ")}`);
  const missing = Object.keys(other).filter((path) => !(path in one));
  const added = Object.keys(one).filter((path) => !(path in other) && (hasKept || !/(?:^|\/)_assets\//.test(path)));
  const changed = Object.keys(one).filter((path) => path in other && one[path] !== other[path]);
  if (missing.length + added.length + changed.length === 0) return "";
  const [first] = changed;
  return [
    `missing files ${names(missing)}; files too many ${names(added)}; other files ${names(changed)}`,
    ...(first === undefined ? [] : [textDifference(first, join(found, first), join(expected, first))]),
  ].join("\n");
}

function textDifference(path: string, found: string, expected: string): string {
  const [one, other] = [found, expected].map((file) => readFileSync(file, "utf8")) as [string, string];
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 80), at + 160);
  return `${path} from character ${at}\n- this build:   ${around(one)}\n- from nothing: ${around(other)}`;
}
