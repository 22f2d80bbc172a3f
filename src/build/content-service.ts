import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { PACKAGE_ROOT } from "../package-root.ts";

/** Where a pull goes to, and what must be ended afterwards. */
export interface ContentService {
  endpoint: string;
  token: string;
  previewToken: string;
  spaceId: string;
  /** True when the embedded service over the sample space stands in. */
  embedded: boolean;
  close(): Promise<void>;
}

export const SAMPLE_SPACE = join(PACKAGE_ROOT, "templates", "sample-space");

/**
 * The configured content service, or the embedded one over the sample space on a free loopback port. With
 * `onNotice` edits in the sample space are published while it runs.
 */
export async function openContentService(
  config: Config,
  { onNotice }: { onNotice?: ((line: string) => void) | undefined } = {},
): Promise<ContentService> {
  const { endpoint, token, previewToken, spaceId } = config.storyblok;
  if (endpoint !== "") return { endpoint, token, previewToken, spaceId, embedded: false, close: async () => {} };
  const { startSpaceService } = await import("../space/start-space-service.ts"); // only where it is needed
  // No journal: dates follow from the content, so that the output is the same on every machine.
  const service = await startSpaceService({
    dir: SAMPLE_SPACE,
    rateLimit: false,
    notify: onNotice ?? (() => undefined),
    watch: onNotice !== undefined,
    journal: false,
  });
  return {
    endpoint: service.endpoint,
    token: service.token,
    previewToken: service.previewToken,
    spaceId: String(service.spaceId),
    embedded: true,
    close: () => service.close(),
  };
}
