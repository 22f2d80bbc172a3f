import { refusePreview } from "./editor-token.ts";
import type { PickedDomain } from "./pick-domain.ts";
import type { Handler, HostOptions } from "./static-host.ts";

type Edit = (text: string) => string;

/** Creates static hosts on demand: one for each domain and each way to modify its files. */
export function createDomainHosts(options: {
  editHtml?: ((html: string) => string) | undefined;
  /** Creates a host for a domain's folder, which may modify files. */
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
