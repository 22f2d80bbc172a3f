import { sitegenError } from "../errors.ts";
import type { Problem } from "../problem.ts";
import type { Output } from "../publish/output.ts";
import { fileOfReference } from "../publish/references.ts";

/** Local files that rendered pages refer to, each with the first page that does. Bounded by the site's files. */
export interface References {
  add(page: string, html: string): void;
  /** A missing asset stops the build; a link that leads nowhere is the editor's to mend. */
  verify(output: Output): Problem[];
}

const ATTRIBUTES =
  /\s(?:href|src|poster|data-app|data-shared|action)="(\/[^"]*)"|\ssrcset="([^"]*)"|\sdata-chunks="([^"]*)"/gi;

export function createReferences(base: string): References {
  const first = new Map<string, string>();
  const note = (page: string, address: string) => {
    if (!address.startsWith(base) || address.startsWith("//")) return;
    const file = fileOfReference(address.slice(base.length).replaceAll("&amp;", "&"));
    if (!first.has(file)) first.set(file, page);
  };
  return {
    add(page, html) {
      for (const [, address, srcset, list] of html.matchAll(ATTRIBUTES)) {
        if (address) note(page, address);
        for (const candidate of srcset?.split(",") ?? []) note(page, candidate.trim().split(" ")[0] ?? "");
        for (const chunk of list?.split(" ") ?? []) note(page, chunk);
      }
    },
    verify(output) {
      const missing = [...first].filter(([file]) => !output.has(file) && !output.has(`${file}/index.html`));
      const asset = missing.find(([file]) => file.startsWith("_assets/"));
      if (asset) {
        throw sitegenError("PUBLISH_INCOMPLETE", {
          message: `${asset[1]} refers to ${asset[0]}, which is not part of the build.`,
        });
      }
      return missing.map(([file, page]) => brokenLink(file, page));
    },
  };
}

function brokenLink(file: string, page: string): Problem {
  return {
    severity: "warning",
    code: "CONTENT_BROKEN_ADDRESS",
    message: `A link leads to /${file.replace(/index\.html$/, "")}, where the site has no page.`,
    story: page.replace(/^\/|\/$/g, "") || "home",
    path: "",
    hint: "Choose the story instead of typing its address, or mend the address.",
  };
}
