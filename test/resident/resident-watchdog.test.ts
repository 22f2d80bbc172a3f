/** A build that hangs is stopped from outside, and the next one starts in another process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { BuildOptions } from "../../src/generate/build-options.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { createResidentBuilder } from "../../src/resident/resident-builder.ts";
import { temporaryFolder } from "../helpers/build-site.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** A builder that does as the build's output folder is named. */
const script = join(folder.dir, "builder.mjs");
writeFileSync(
  script,
  `process.on("message", async ({ name, id, request }) => {
  if (name !== "build") return;
  process.send({ kind: "log", level: "step", text: "Rendering", id });
  await new Promise((done) => setTimeout(done, 50));
  if (request.out === "loops") for (;;);
  if (request.out === "waits") return;
  for (let turn = 0; turn < 12; turn += 1) {
    await new Promise((done) => setTimeout(done, 500));
    process.send({ kind: "alive", id });
  }
  process.send({ kind: "response", id, response: { problems: [] } });
});`,
);

test("a build without progress is stopped, however it hangs; one that takes long is not", async () => {
  const builder = createResidentBuilder({ script, silentMs: 5000 });
  const build = (out: string) => builder.build({ out, reporter: SILENT } as BuildOptions); // all that the script reads
  try {
    for (const out of ["loops", "waits"]) {
      await expect(build(out)).rejects.toMatchObject({
        code: "UNEXPECTED",
        message: 'The build made no progress for 5 seconds and was stopped; its last step was "Rendering".',
      });
    }
    expect(await build("takes long")).toEqual({ problems: [] });
  } finally {
    builder.close();
  }
});
