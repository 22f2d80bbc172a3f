import { expect, test } from "vitest";
import { brokenLinks, createReferences } from "../../src/build/page-references.ts";
import { openOutputTransaction } from "../../src/publish/output-transaction.ts";
import { drop, sandbox } from "../publish/helpers.ts";

async function verify(add: (references: ReturnType<typeof createReferences>) => void) {
  const box = sandbox();
  try {
    const output = await openOutputTransaction(box);
    await output.put("team/index.html", "<title>Team</title>");
    await output.put("_assets/app.js", "1");
    const references = createReferences();
    add(references);
    try {
      return references.verify(output);
    } finally {
      await output.abort();
    }
  } finally {
    await drop(box);
  }
}

test("an asset that is not there stops the build, with the first page that refers to it", async () => {
  const wrong = verify((references) => {
    references.add("/a/", { assets: ["_assets/app.js", "_assets/lost.js"], loose: [] });
    references.add("/b/", { assets: ["_assets/lost.js"], loose: [] });
  });
  await expect(wrong).rejects.toMatchObject({
    code: "PUBLISH_INCOMPLETE",
    message: "/a/ refers to _assets/lost.js, which is not part of the build.",
  });
});

test("a link that leads nowhere is told for each page, in the order of their paths", async () => {
  const found = await verify((references) => {
    references.add("/b/", { assets: [], loose: ["nowhere/index.html", "team"] });
    references.add("/", { assets: [], loose: ["nowhere/index.html", "team/index.html"] });
  });
  expect(found.map(({ story, message }) => [story, message])).toEqual([
    ["home", "A link leads to /nowhere/, where the site has no page."],
    ["b", "A link leads to /nowhere/, where the site has no page."],
  ]);
});

test("a folder's address without its slash is there", () => {
  const has = (file: string) => file === "team/index.html";
  expect(brokenLinks("/", ["team", "team/index.html"], has)).toEqual([]);
  expect(brokenLinks("/", ["teams"], has)).toHaveLength(1);
});
