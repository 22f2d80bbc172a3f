/** The synthetic space as a process of its own: prints its endpoint, publishes one story or the global one when told to. */
import { createInterface } from "node:readline";
import { startSpaceService } from "../src/space/start-space-service.ts";
import { syntheticSlug, syntheticSpace } from "../src/space/synthetic.ts";

const stories = Number(process.argv[2] ?? 1000);
const service = await startSpaceService({ space: syntheticSpace({ stories }), rateLimit: false, quiet: true });
process.stdout.write(`${JSON.stringify({ endpoint: service.endpoint, token: service.token })}\n`);

let edits = 0;
createInterface({ input: process.stdin }).on("line", (line) => {
  edits += 1;
  if (line === "story")
    service.publish(syntheticSlug(7), (story) => {
      story.content.teaser_title = `Edited ${edits}`;
    });
  if (line === "global")
    service.setGlobal((story) => {
      story.content.open_jobs = String(edits);
    });
  process.stdout.write("done\n");
});
