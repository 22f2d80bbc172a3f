import { resolve, sep } from "node:path";
import { sitegenError } from "../problems/errors.ts";

/** Longest file name of common file systems, in bytes. */
const LONGEST_NAME = 255;

/** Why a space folder cannot hold a file with this path; "" if it can. Paths come from content: they may hold anything. */
export function filePathError(path: string): string {
  if (/[\p{Cc}\\]/u.test(path)) return "its path holds a backslash or a control character";
  for (const name of path.split("/")) {
    if (name === "") return "its path holds an empty name";
    // These are not read, and "." and ".." lead elsewhere.
    if (name.startsWith(".")) return "a space folder has no hidden files";
    if (Buffer.byteLength(name) > LONGEST_NAME) return `its name is longer than ${LONGEST_NAME} bytes`;
  }
  return "";
}

/** Name of the file at a URL: decoded first, since an encoded slash separates folders like any other. */
export function fileNameOf(url: string): string {
  const { pathname } = new URL(url, "http://asset.invalid");
  return decodePath(pathname).split("/").at(-1) ?? "";
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The absolute path of a file in a folder; throws if it is not below the folder. */
export function fileBelow(folder: string, path: string): string {
  const file = resolve(folder, path);
  if (file.startsWith(resolve(folder) + sep)) return file;
  throw sitegenError("EXPORT_FAILED", {
    message: `${JSON.stringify(path)} is not a file of the folder.`,
    where: folder,
    hint: "Delete the state folder and run again; report it if that does not help.",
  });
}
