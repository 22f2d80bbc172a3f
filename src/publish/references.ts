/** `/team/?cat=x#y` -> `team/index.html`. Invalid escapes are kept, so that the file is reported as missing. */
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
