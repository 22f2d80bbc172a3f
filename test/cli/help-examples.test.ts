/** Every example that help shows is a command line of this program; those that need nothing are run. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { createProgram } from "../../cli/program.ts";
import { runWhy } from "../../cli/run/why.ts";
import { sampleSite } from "../helpers/sample-site.ts";

function captured() {
  const text: string[] = [];
  const stream = { write: (chunk: string) => text.push(chunk) > 0 } as NodeJS.WriteStream;
  const streams = { stdout: stream, stderr: stream, env: {} };
  return {
    text,
    streams,
    context: { streams, cwd: ".", signal: new AbortController().signal, onFailure: () => undefined },
  };
}

/** Command lines of help's examples, without what follows as an explanation. */
function examples(): { command: string; line: string }[] {
  const { text, context } = captured();
  const program = createProgram(context, () => undefined);
  return [program, ...program.commands].flatMap((command) => {
    text.length = 0;
    command.outputHelp();
    const [, shown = ""] = text.join("").split("Examples:\n");
    return shown.split("\n").flatMap((line) => {
      const [, example] = /^ {2}(\S.*?)(?: {3,}.*)?$/.exec(line) ?? [];
      return example === undefined ? [] : [{ command: command.name(), line: example }];
    });
  });
}

/** The part of a shell line that runs this program; other programs of a pipe are left out. */
function invocations(line: string): string[][] {
  return line.split(/\s(?:\||&&|>)\s/).flatMap((part) => {
    const words = [...part.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, a, b, c]) => a ?? b ?? c ?? "");
    const start = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
    return words[start] === "sitegen" ? [words.slice(start + 1)] : [];
  });
}

const all = examples();

test("every command shows examples, and each of its own", () => {
  const { context } = captured();
  const names = createProgram(context, () => undefined).commands.map((command) => command.name());
  expect(
    names.filter((name) => !all.some(({ command, line }) => command === name && line.includes(`sitegen ${name}`))),
  ).toEqual([]);
});

test.each(all)("$command: $line", async ({ line }) => {
  const given = invocations(line);
  expect(given.length).toBeGreaterThan(0);
  for (const args of given) {
    const { text, context } = captured();
    const program = createProgram(context, () => undefined);
    let ran = "";
    for (const command of program.commands)
      command.action(() => {
        ran = command.name();
      });
    await program.parseAsync(["node", "sitegen", ...args]).catch((error: unknown) => {
      throw new Error(`${args.join(" ")}: ${text.join("")}`, { cause: error });
    });
    expect(ran).toBe(args[0]);
  }
});

describe("why, on the sample site", () => {
  let out: string;
  beforeAll(async () => {
    out = await sampleSite();
  });

  test.each(all.filter(({ command }) => command === "why"))("$line", ({ line }) => {
    const [route = ""] = invocations(line)[0]?.slice(1) ?? [];
    const { text, context } = captured();
    expect(existsSync(join(out, route, "index.html"))).toBe(true);
    expect(runWhy(route, { state: join(out, "..", "state") }, context)).toBe(0);
    expect(text.join("")).toMatch(/Rendered by the last build/);
  });
});
