/**
 * A space as a process of its own: prints its endpoint, publishes one story or the global one on request, and says
 * which page then shows which text and how many requests there were so far. `service.mjs 1000` is a generated space of
 * that many stories, 0 the sample space.
 */
import { createInterface } from "node:readline";
import { SAMPLE_SPACE } from "../src/build/content-service.ts";
import { mixedPostSlug, mixedSpace } from "./space/mixed-space.ts";
import { startSpaceService } from "./space/service/start-space-service.ts";
import { loadBlocksOfBench } from "./space/site-blocks.ts";

const stories = Number(process.argv[2] ?? 1000);
const from =
  stories === 0
    ? { dir: SAMPLE_SPACE, watch: false, journal: false }
    : { space: mixedSpace({ stories, ...(await loadBlocksOfBench()) }) };
const service = await startSpaceService({ ...from, rateLimit: false, quiet: true });
process.stdout.write(`${JSON.stringify({ endpoint: service.endpoint, token: service.token })}\n`);

/** The oldest posts are on no list of newest ones: what is measured is the usual publish. */
const slug = stories === 0 ? "insights/why-industrial-ai-pilots-stall" : mixedPostSlug(7);
let edits = 0;
createInterface({ input: process.stdin }).on("line", (line) => {
  edits += 1;
  const text = `Edited ${edits}.`;
  if (line === "story")
    service.publish(slug, (story) => {
      story.content.teaser_title = text;
    });
  if (line === "global")
    service.setGlobal((story) => {
      story.content.open_jobs = String(edits);
    });
  process.stdout.write(`${JSON.stringify({ slug, path: slug, text, requests: service.log.length })}\n`);
});
