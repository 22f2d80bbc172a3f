import { extname } from "node:path";

const TEXT: Record<string, string> = {
  ".html": "text/html",
  ".htm": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".map": "application/json",
  ".webmanifest": "application/manifest+json",
  ".xml": "application/xml",
  ".xsl": "application/xml",
  ".rss": "application/xml",
  ".atom": "application/xml",
  ".svg": "image/svg+xml",
  ".txt": "text/plain",
  ".md": "text/plain",
  ".csv": "text/csv",
  ".vtt": "text/vtt",
};

const BINARY: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".gif": "image/gif",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".mp4": "video/mp4",
  ".webm": "video/webm",
  ".mp3": "audio/mpeg",
  ".pdf": "application/pdf",
  ".zip": "application/zip",
  ".ttf": "font/ttf",
  ".otf": "font/otf",
  ".bmp": "image/bmp",
  ".m4v": "video/mp4",
  ".mov": "video/quicktime",
  ".ogv": "video/ogg",
  ".m4a": "audio/mp4",
  ".ogg": "audio/ogg",
  ".wav": "audio/wav",
  ".flac": "audio/flac",
  ".wasm": "application/wasm",
  ".glb": "model/gltf-binary",
  ".usdz": "model/vnd.usdz+zip",
  ".m3u8": "application/vnd.apple.mpegurl",
  ".pkpass": "application/vnd.apple.pkpass",
};

/** Other text, which `TEXT_TYPES` and so the configuration files for hosts do not name. */
const OTHER_TEXT: Record<string, string> = {
  ".ics": "text/calendar",
  ".vcf": "text/vcard",
  ".tsv": "text/tab-separated-values",
  ".geojson": "application/geo+json",
  ".gltf": "model/gltf+json",
  ".srt": "text/plain",
};

/** Content types of text, each once; and what other servers call a script or XML. */
export const TEXT_TYPES = [...new Set([...Object.values(TEXT), "application/javascript", "text/xml"])];

export const UNKNOWN_TYPE = "application/octet-stream";

export interface ContentType {
  value: string;
  /** Text is compressed; pictures and fonts already are. */
  isText: boolean;
}

/** Content type by file extension; for unknown ones, bytes that a browser must not sniff. */
export function contentType(path: string): ContentType {
  const ending = extname(path).toLowerCase();
  const text = TEXT[ending] ?? OTHER_TEXT[ending];
  if (text) return { value: `${text}; charset=utf-8`, isText: true };
  return { value: BINARY[ending] ?? UNKNOWN_TYPE, isText: false };
}
