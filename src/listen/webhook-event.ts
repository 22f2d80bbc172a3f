import * as z from "zod";

const bodySchema = z.looseObject({
  action: z.string().optional(),
  full_slug: z.string().optional(),
  text: z.string().optional(),
});

/** Topics and short actions that may change published content. */
const RELEVANT =
  /^(story\.(published|unpublished|deleted|moved)|datasource\.\w+|asset\.\w+|release\.merged|pipeline\.deployed|published|unpublished|deleted|moved|entries_updated|datasource_entry_saved|branch_deployed|release_merged|merged|created|replaced|restored)$/;

/** A replaced file at the same URL: only a build with `full` downloads it again. */
const REPLACES_ASSET = /^(asset\.)?(replaced|restored)$/;

export interface WebhookEvent {
  topic: string;
  subject: string;
  relevant: boolean;
  /** True if an asset has new content at the same URL. */
  replacesAsset: boolean;
}

/**
 * Parses a webhook's body. What happened is in `action`; the topic header, which the signature does not cover, counts only
 * in an event that has none. Null if the body is not a JSON object.
 */
export function parseWebhookEvent(body: Uint8Array, topicHeader: string | undefined): WebhookEvent | null {
  try {
    const { action = "", full_slug = "" } = bodySchema.parse(JSON.parse(Buffer.from(body).toString("utf8")));
    const topic = action || (topicHeader ?? "");
    return { topic, subject: full_slug, relevant: RELEVANT.test(topic), replacesAsset: REPLACES_ASSET.test(topic) };
  } catch {
    return null;
  }
}
