import * as z from "zod";

const bodySchema = z.looseObject({
  action: z.string().optional(),
  full_slug: z.string().optional(),
  text: z.string().optional(),
  story_id: z.number().optional(),
  space_id: z.number().optional().catch(undefined),
});

/** Topics and short actions that may change published content. */
const RELEVANT =
  /^(story\.(published|unpublished|deleted|moved)|datasource\.\w+|asset\.\w+|release\.merged|pipeline\.deployed|published|unpublished|deleted|moved|entries_updated|datasource_entry_saved|branch_deployed|release_merged|merged|created|replaced|restored)$/;

/** A replaced file at the same URL: only a build with `full` downloads it again. */
const REPLACES_ASSET = /^(asset\.)?(replaced|restored)$/;

/** A story went on to another stage of the workflow. */
const STAGE = /^(workflow\.)?stage\.changed$|^workflow_stage_changed$/;

export interface WebhookEvent {
  topic: string;
  subject: string;
  /** The service's sentence about who did what; one line. */
  text: string;
  relevant: boolean;
  /** True if an asset has new content at the same URL. */
  replacesAsset: boolean;
  /** Id of the story, if its workflow stage changed; null for another event. */
  stageOf: number | null;
  /** Id of the space; "" if it is not said. */
  spaceId: string;
}

const MOST_TEXT = 300;

/**
 * Parses a webhook's body. What happened is in `action`; the topic header, which the signature does not cover, counts only
 * in an event that has none. Null if the body is not a JSON object.
 */
export function parseWebhookEvent(body: Uint8Array, topicHeader: string | undefined): WebhookEvent | null {
  try {
    const {
      action,
      full_slug,
      text,
      story_id,
      space_id = "",
    } = bodySchema.parse(JSON.parse(Buffer.from(body).toString("utf8")));
    const topic = oneLine(action || (topicHeader ?? ""));
    const isStage = STAGE.test(topic) && story_id !== undefined && Number.isSafeInteger(story_id);
    return {
      topic,
      subject: oneLine(full_slug),
      text: oneLine(text),
      relevant: RELEVANT.test(topic),
      replacesAsset: REPLACES_ASSET.test(topic),
      stageOf: isStage ? story_id : null,
      spaceId: String(space_id),
    };
  } catch {
    return null;
  }
}

/** It becomes a part of a line in the log. */
function oneLine(text = ""): string {
  return text.replace(/\s+/g, " ").trim().slice(0, MOST_TEXT);
}
