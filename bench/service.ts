/**
 * A content service in its own process: prints its endpoint, publishes or unpublishes a story on request, and returns
 * which page then shows which text and the number of requests so far. `service.mjs 1000` is a generated space with that
 * many stories, 0 the sample space.
 */
import { createInterface } from "node:readline";
import { SAMPLE_SPACE } from "../src/generate/content-service.ts";
import { loadSampleBlocks } from "./space/load-sample-blocks.ts";
import { mixedPostSlug, mixedSpace, SPACE_ID } from "./space/mixed-space.ts";
import type { EditableStory } from "./space/service/edit.ts";
import { startSpaceService } from "./space/service/start-space-service.ts";
import { drawingField, drawingFile } from "./space/synthetic-content.ts";

const stories = Number(process.argv[2] ?? 1000);
const generated = stories === 0 ? null : mixedSpace({ stories, ...(await loadSampleBlocks()) });
const assets = new Map(generated?.assets);
const from = generated ? { space: { ...generated, assets } } : { dir: SAMPLE_SPACE, watch: false, journal: false };
const service = await startSpaceService({ ...from, rateLimit: false, quiet: true });
process.stdout.write(`${JSON.stringify({ endpoint: service.endpoint, token: service.token })}\n`);

const all = generated?.stories ?? [];
const posts = all.filter(({ slugPath }) => slugPath.includes("/post-"));
/** In no list of stories. */
const page = all.find(({ slugPath }) => slugPath.startsWith("pages/"));
/** Many lists of the newest posts show it. */
const newest = posts.at(-1)?.slugPath ?? "";
/** The oldest posts are in no list of the newest. */
const slug = stories === 0 ? "insights/why-industrial-ai-pilots-stall" : mixedPostSlug(7);
let edits = 0;
let unpublished = 0;
const retitle = (text: string) => (story: EditableStory) => {
  story.content.teaser_title = text;
};
/** Edits by command, with the text to be shown. */
const EDITS: Readonly<Record<string, (text: string) => void>> = {
  story: (text) => service.publish(slug, retitle(text)),
  picture: (text) => {
    const [path, file] = drawingFile(100 + edits);
    assets.set(path, file);
    service.publish(slug, (story) => {
      Object.assign(story.content, { teaser_title: text, teaser_image: drawingField(100 + edits, SPACE_ID) });
    });
  },
  newest: (text) => service.publish(newest, retitle(text)),
  new: (text) =>
    service.publish(`${newest}-${edits}`, (story) => {
      story.content = { ...structuredClone(posts.at(-1)?.content()), teaser_title: text };
    }),
  "new page": () =>
    service.publish(`pages/new-${edits}`, (story) => {
      story.content = structuredClone(page?.content() ?? { component: "Page" });
    }),
  unpublish: () => {
    unpublished += 1;
    service.unpublish(posts.at(-1 - unpublished)?.slugPath ?? "");
  },
  global: () =>
    service.setGlobal((story) => {
      story.content.open_jobs = String(edits);
    }),
};
createInterface({ input: process.stdin }).on("line", (line) => {
  edits += 1;
  const text = `Edited ${edits}.`;
  EDITS[line]?.(text);
  process.stdout.write(`${JSON.stringify({ slug, path: slug, text, requests: service.log.length })}\n`);
});
