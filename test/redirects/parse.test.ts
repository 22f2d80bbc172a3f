import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvRecords, parseRedirectFile } from "../../src/redirects/parse.ts";
import { inlineRule } from "../../src/redirects/rule.ts";

describe("CSV", () => {
  test("header, empty status and query, quotes, comments, any line ending", () => {
    const text = [
      "\uFEFFfrom,to,status,query",
      "/a,/b/,,",
      "# moved in 2024",
      "",
      '"/with,comma","https://x.example/?q=""1""",302,lang=de\r',
      "/short,/row/",
    ].join("\n");
    expect(parseRedirectFile({ file: "old.csv", text })).toEqual([
      { from: "/a", to: "/b/", status: "", query: "", where: "old.csv:2" },
      { from: "/with,comma", to: 'https://x.example/?q="1"', status: "302", query: "lang=de", where: "old.csv:5" },
      { from: "/short", to: "/row/", status: "", query: "", where: "old.csv:6" },
    ]);
  });

  test("a byte order mark before a quoted head is none of it", () => {
    const [rule] = parseRedirectFile({ file: "old.csv", text: '\uFEFF"from","to"\n/a,/b/' });
    expect(rule).toMatchObject({ from: "/a", to: "/b/" });
  });

  test.each([
    ["", "old.csv:1", /empty/],
    ["from,target\n", "old.csv:1", /"target" is not known/],
    ["from,status\n", "old.csv:1", /"to" is missing/],
    ["from,to\n/a,/b\n/a,/b,301,x\n", "old.csv:3", /4 fields/],
    ['from,to\n/a,/b\n"/c,/d\n', "old.csv:3", /never closed/],
  ])("%j is refused with its line", (text, where, message) => {
    expect(() => parseRedirectFile({ file: "old.csv", text })).toThrow(
      expect.objectContaining({ code: "REDIRECTS_INVALID", where, message: expect.stringMatching(message) }),
    );
  });

  test("what is written quoted is read back, line numbers included", () => {
    const field = fc.string().map((text) => text.replace(/^[\s#]+|\s+$/g, "") || "x");
    fc.assert(
      fc.property(fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 6 }), (rows) => {
        const text = rows.map((row) => row.map((value) => `"${value.replaceAll('"', '""')}"`).join(",")).join("\n");
        expect(csvRecords("x.csv", text).map(({ fields }) => fields)).toEqual(rows);
      }),
      { seed: 3 },
    );
  });

  test("a rule over several lines is said to stand on its first", () => {
    const text = 'from,to\r\n"/a\r\n","/b"\r\n\r\n/c,/d';
    expect(parseRedirectFile({ file: "old.csv", text }).map(({ where }) => where)).toEqual(["old.csv:2", "old.csv:5"]);
  });

  test("any text is read, or refused for a quote that nothing closes", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a", "#") }), (text) => {
        try {
          for (const record of csvRecords("x.csv", text)) expect(record.fields.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toMatchObject({ code: "REDIRECTS_INVALID" });
        }
      }),
      { seed: 3 },
    );
  });
});

describe("JSON", () => {
  test("comments and a last comma are taken", () => {
    const text = '\uFEFF[\n  // moved in 2024\n  {"from": "/a", "to": "/b/"}, /* and */\n]';
    expect(parseRedirectFile({ file: "x.json", text })).toEqual([
      { from: "/a", to: "/b/", status: "", query: "", where: "x.json:3" },
    ]);
  });

  test("null is nothing; a byte order mark inside a text is part of it", () => {
    const text = '[{"from": "/a\uFEFFb", "to": "/c/", "status": null, "query": null}]';
    expect(parseRedirectFile({ file: "x.json", text })).toEqual([
      { from: "/a\uFEFFb", to: "/c/", status: "", query: "", where: "x.json:1" },
    ]);
  });

  test("each rule knows its line", () => {
    const text = `[
      {"from": "/a", "to": "/b/"}, {"from": "/c", "to": "/d/", "status": 302},
      {
        "from": "/e[{,", "to": "/f/",
        "query": "lang=de"
      }
    ]`;
    expect(parseRedirectFile({ file: "x.json", text })).toEqual([
      { from: "/a", to: "/b/", status: "", query: "", where: "x.json:2" },
      { from: "/c", to: "/d/", status: "302", query: "", where: "x.json:2" },
      { from: "/e[{,", to: "/f/", status: "", query: "lang=de", where: "x.json:3" },
    ]);
  });

  test.each([
    ["[\n{,\n]", "x.json:2", /not JSON/],
    ["{}", "x.json:1", /array/],
    ['[\n{"from": "/a"},\n"x"]', "x.json:3", /object/],
    ['[{"from": 1}]', "x.json:1", /"from" must be a text/],
    ['[{"from": "/a", "destination": "/b"}]', "x.json:1", /"destination" is not known/],
  ])("%j is refused with its line", (text, where, message) => {
    expect(() => parseRedirectFile({ file: "x.json", text })).toThrow(
      expect.objectContaining({ code: "REDIRECTS_INVALID", where, message: expect.stringMatching(message) }),
    );
  });
});

test("an inline rule says where it stands", () => {
  expect(inlineRule({ from: "/a", to: "/b", status: 302 }, "redirects[1]")).toEqual({
    from: "/a",
    to: "/b",
    status: "302",
    query: "",
    where: "redirects[1]",
  });
});
