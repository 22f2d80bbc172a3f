/**
 * Publishes a site of many pages in a process of its own, each page made when it is its turn, and prints the number
 * of files written and the peak of the memory in MB. Arguments: out, state folder, pages, a word on every tenth page.
 */
import { peakRssMb } from "../../../src/build/peak-memory.ts";
import { openOutputTransaction } from "../../../src/publish/output-transaction.ts";

const [out = "", stateDir = "", pages = "0", word = ""] = process.argv.slice(2);
const LATEST = "_assets/builds/latest.json";
const PARAGRAPHS = 600;

const output = await openOutputTransaction({ out, stateDir });
for (let page = 0; page < Number(pages); page += 1) {
  const text = page % 10 === 0 ? `page ${page} ${word}` : `page ${page}`;
  // Made again for each page: a repeated string would be one string in memory.
  const filler = Array.from({ length: PARAGRAPHS }, (_, at) => `<p>${page + at}</p>`).join("\n");
  await output.put(`section-${page % 100}/page-${page}/index.html`, `<title>${text}</title>\n${filler}`);
}
await output.put(`_assets/builds/meta/${word}.json`, JSON.stringify({ id: word }));
await output.put(LATEST, JSON.stringify({ id: word }));
const { written } = await output.publish({
  latest: LATEST,
  retain: { buildId: word, keepBuilds: 1 },
  site: { site: "test", base: "/" },
});
console.log(JSON.stringify({ written, peakMb: peakRssMb() }));
