import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The content of a page: its text, link targets and pictures. */
function contentsOf(html) {
  const body = html
    .slice(html.indexOf("<body"))
    .replace(/<!--.*?-->/gs, "")
    .replace(/<(script|style|template)\b.*?<\/\1>/gs, "");
  const values = (pattern) => [...body.matchAll(pattern)].map((match) => match[1]).sort();
  return {
    text: body
      .replace(/<[^>]*>/g, " ")
      .replace(/&#x27;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/\s+/g, " ")
      .trim(),
    links: values(/<a\b[^>]*?\shref="([^"]*)"/g),
    images: values(/<(?:img|source)\b[^>]*?\ssrc(?:set)?="([^"]*)"/g),
  };
}

/** Paths of the pages of stories in which two outputs differ, with what differs. `one` has payloads. */
export function comparePages(paths, one, other) {
  const isOfStory = (path) => JSON.parse(readFileSync(join(one, path, "_payload.json"), "utf8")).story?.id > 0;
  return paths.filter(isOfStory).flatMap((path) => {
    const [a, b] = [one, other].map((out) => contentsOf(readFileSync(join(out, path, "index.html"), "utf8")));
    const parts = Object.keys(a).filter((part) => JSON.stringify(a[part]) !== JSON.stringify(b[part]));
    return parts.length === 0 ? [] : [`${path}: ${parts.join(", ")}`];
  });
}
