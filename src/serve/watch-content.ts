import type { Config } from "../config/config.ts";
import { parseSpace } from "../fetch/parse/parse-responses.ts";
import { createContentClient } from "../fetch/transport/content-client.ts";
import type { ContentService } from "../generate/content-service.ts";
import type { Reporter } from "../problems/reporter.ts";
import { poll } from "./poll.ts";

/** Interval for a service on this machine, which has no rate limit. */
const NEAR_MS = 200;
const FAR_MS = 1000;

/** Polls the content service's version until aborted, one request each, whatever the size of the space. */
export function watchContent(options: {
  config: Config;
  service: Pick<ContentService, "endpoint" | "token">;
  signal: AbortSignal;
  reporter: Reporter;
  onChange: () => void;
}): Promise<void> {
  const { config, service, signal, reporter, onChange } = options;
  const { requestsPerSecond, timeoutMs } = config.storyblok;
  const { endpoint, token } = service;
  const client = createContentClient({ endpoint, token, version: "published", requestsPerSecond, timeoutMs, signal });
  const isNear = /^(?:127\.|localhost$|\[::1\]$)/.test(new URL(endpoint).hostname);
  return poll({
    everyMs: isNear ? NEAR_MS : FAR_MS,
    signal,
    read: async () => parseSpace(await client.get("cdn/spaces/me", {})).version,
    onChange: () => {
      reporter.info("The content has changed.");
      onChange();
    },
    onFailure: (error) => reporter.warn(error instanceof Error ? error.message : String(error)),
  });
}
