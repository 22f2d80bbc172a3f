import { z } from "zod";

const bodySchema = z.looseObject({
  action: z.string().optional(),
  full_slug: z.string().optional(),
  text: z.string().optional(),
});

/** Topics and short actions after which the published content may be another. */
const RELEVANT =
  /^(story\.(published|unpublished|deleted|moved)|datasource\.\w+|asset\.\w+|release\.merged|pipeline\.deployed|published|unpublished|deleted|moved|entries_updated|datasource_entry_saved|branch_deployed|release_merged|merged|created|replaced|restored)$/;

/** A picture replaced at its own address: only a full build asks for it again. */
const REPLACES_ASSET = /^(asset\.)?(replaced|restored)$/;

export interface WebhookEvent {
  topic: string;
  /** What it is about, for the log. */
  subject: string;
  relevant: boolean;
  /** True when an asset has other bytes at the address it had. */
  replacesAsset: boolean;
}

/**
 * Reads a webhook's body; `action` is the short word, the full name is in the topic header. Null when it is no JSON
 * object.
 */
export function parseEvent(body: Uint8Array, topicHeader: string | undefined): WebhookEvent | null {
  try {
    const { action = "", full_slug = "" } = bodySchema.parse(JSON.parse(Buffer.from(body).toString("utf8")));
    const topic = topicHeader || action;
    return { topic, subject: full_slug, relevant: RELEVANT.test(topic), replacesAsset: REPLACES_ASSET.test(topic) };
  } catch {
    return null;
  }
}
