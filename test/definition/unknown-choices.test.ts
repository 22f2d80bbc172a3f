/** Values that editors chose and that can no longer be chosen. */
import { expect, test } from "vitest";
import { foreignSite } from "./foreign-site.ts";

const FILES = {
  "blocks/note/note.schema.ts": `import { datasource, datasources, defineBlock, languages, option, options } from "sitegen/schema";
export const schema = defineBlock({ fields: { look: option(["plain"]), marks: options(["new"]), any: option([]), spoken: languages(), topic: datasource("topics"), areas: datasources("topics") } });
`,
  "blocks/note/note.tsx":
    "export default function Note({ look, marks, any, spoken, topic, areas }) { return <h1>{[look, ...marks, any, ...spoken, topic.label, ...areas.map((one) => one.label)].join(' ')}</h1>; }\n",
  "space/datasources/topics.json": JSON.stringify([{ name: "Iron and steel", value: "iron" }]),
};

test("are told with their place: options by every build, entries of datasources by check", async () => {
  const chosen = { marks: ["old", "new"], any: "any", spoken: ["de"], topic: "iron", areas: ["iron", "tin"] };
  const site = await foreignSite({
    site: { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, datasources: ["topics"] },
    stories: { home: { content: { component: "page", body: [{ component: "note", look: "bold", ...chosen }] } } },
    files: FILES,
  });
  try {
    const said = (problems: readonly { code: string; path: string; message: string }[]) =>
      problems.flatMap(({ code, path, message }) => (code === "CONTENT_UNKNOWN_CHOICE" ? `${path}: ${message}` : []));
    const options = [
      'body[0]/look: The chosen value "bold" is none of the field\'s options; it is left out.',
      'body[0]/marks[0]: The chosen value "old" is none of the field\'s options; it is left out.',
    ];
    expect(said(site.report.problems)).toEqual(options);
    expect(said(await site.check()).sort()).toEqual([
      'body[0]/areas[1]: The datasource "topics" has no entry with the value "tin"; the value itself is shown.',
      ...options,
    ]);
  } finally {
    site.close();
  }
});
