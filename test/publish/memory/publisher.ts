/**
 * Publishes a site with many pages in its own process, each page created on demand, and prints the number of written
 * files and peak memory in MB. Arguments: out, state folder, pages, a word on every tenth page.
 */
import { peakRssMb } from "../../../src/generate/stopwatch.ts";
import { openOutputTransaction } from "../../../src/publish/output-transaction.ts";

const [out = "", stateDir = "", pages = "0", word = ""] = process.argv.slice(2);
const LATEST = "_assets/builds/latest.json";
const PARAGRAPHS = 600;

const output = await openOutputTransaction({ out, stateDir });
for (let page = 0; page < Number(pages); page += 1) {
  const text = page % 10 === 0 ? `page ${page} ${word}` : `page ${page}`;
  // Created for each page: a repeated string would be a single string in memory.
  const filler = Array.from({ length: PARAGRAPHS }, (_, at) => `<p>${page + at}</p>`).join("\n");
  await output.put(`section-${page % 100}/page-${page}/index.html`, `<title>${text}</title>\n${filler}`);
}
await output.put(`_assets/builds/meta/${word}.json`, JSON.stringify({ id: word }));
await output.put(LATEST, JSON.stringify({ id: word }));
const { written } = await output.publish({
  buildId: word,
  keepBuilds: 1,
  site: { site: "test", base: "/" },
});
console.log(JSON.stringify({ written, peakMb: peakRssMb() }));
