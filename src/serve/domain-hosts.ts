import { refusePreview } from "./editor-token.ts";
import type { PickedDomain } from "./pick-domain.ts";
import type { Handler, HostOptions } from "./static-host.ts";

type Edit = (text: string) => string;

/**
 * A static host for each domain, and for each way its files are changed on their way out. Where nothing changes them
 * they go out as they are there.
 */
export function createDomainHosts(options: {
  editHtml?: ((html: string) => string) | undefined;
  /** A host for a domain's folder, which changes files on their way out. */
  host: (folder: string, edits: Pick<HostOptions, "editHtml" | "editJson">) => Handler;
}) {
  const { editHtml } = options;
  const hosts = new Map<string, Handler>();
  return ({ folder, local }: PickedDomain, isRefusedPreview: boolean): Handler => {
    const key = `${folder} ${local?.port} ${isRefusedPreview}`;
    const known = hosts.get(key);
    if (known) return known;
    const edits = [local?.edit, editHtml, isRefusedPreview ? refusePreview : undefined].filter(
      (edit) => edit !== undefined,
    );
    const host = options.host(folder, {
      editHtml: edits.length > 0 ? (html) => edits.reduce<string>((text, edit: Edit) => edit(text), html) : undefined,
      editJson: local?.edit,
    });
    hosts.set(key, host);
    return host;
  };
}
