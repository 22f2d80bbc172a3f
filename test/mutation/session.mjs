// A Vitest process that runs tests when its parent asks, so that a change does not cost a start of Vitest: `node
// test/mutation/session.mjs FOLDER TEST…`. A message `{ changed }` lists the files written since; the reply is true if
// all tests pass.
import { createVitest } from "vitest/node";

// Properties are tried more often than in `npm test`: a change is to be noticed.
process.env.SITEGEN_RUNS ??= "0.25";

const [root, ...filters] = process.argv.slice(2);
const silent = { onInit() {} };
const vitest = await createVitest("test", { root, watch: false, bail: 1, reporters: [silent] });
const specifications = await vitest.globTestSpecifications(filters);
if (specifications.length === 0) throw new Error(`There are no tests in ${filters.join(" ")}.`);

process.on("message", async ({ changed }) => {
  for (const file of changed) vitest.invalidateFile(file);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
  const isSkipped = (state) => state === "pending" || state === "queued";
  const pass = testModules.length > 0 && testModules.every((module) => module.ok() && !isSkipped(module.state()));
  process.send(pass && unhandledErrors.length === 0);
});
process.on("disconnect", () => process.exit());
process.send("ready");
