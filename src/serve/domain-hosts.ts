import { join } from "node:path";
import type { PickedDomain } from "./pick-domain.ts";
import { createStaticHost, type Handler, type StaticHostOptions } from "./static-host.ts";

type Edit = (text: string) => string;

/**
 * A static host for each domain, and for each way its files are changed on their way out. Where nothing changes them
 * they go out as they lie there.
 */
export function createDomainHosts({ out, editHtml, ...shared }: Omit<StaticHostOptions, "root"> & { out: string }) {
  const hosts = new Map<string, Handler>();
  return ({ folder, local }: PickedDomain, isRefusedPreview: boolean): Handler => {
    const key = `${folder} ${local?.port} ${isRefusedPreview}`;
    const known = hosts.get(key);
    if (known) return known;
    const edits = [local?.edit, editHtml, isRefusedPreview ? refusePreview : undefined].filter(
      (edit) => edit !== undefined,
    );
    const host = createStaticHost({
      ...shared,
      root: join(out, folder),
      editHtml: edits.length > 0 ? (html) => edits.reduce<string>((text, edit: Edit) => edit(text), html) : undefined,
      editJson: local?.edit,
    });
    hosts.set(key, host);
    return host;
  };
}

/** src/client/preview/in-editor.ts looks for it. */
function refusePreview(html: string): string {
  return html.replace(/<html [^>]*/, (tag) => `${tag} data-preview="refused"`);
}
