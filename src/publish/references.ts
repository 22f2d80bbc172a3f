/** `/team/?cat=x#y` -> `team/index.html`. An escape that cannot be decoded stays as it is, and is then missing. */
export function fileOfReference(ref: string): string {
  const path = ref.replace(/[?#].*$/s, "").replace(/^\/+/, "");
  const decoded = decode(path);
  return decoded === "" || decoded.endsWith("/") ? `${decoded}index.html` : decoded;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
