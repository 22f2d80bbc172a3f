/** A site that is published again and again: no publish goes through the whole site for what those before it have left. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { SpaceService } from "../../bench/space/service/start-space-service.ts";
import { parseChanges, serializeChanges } from "../../src/publish/record-changes.ts";
import { filesOf, temporaryFolder } from "../helpers/build-site.ts";
import { countReads } from "../helpers/count-reads.ts";
import { exhaustiveOnly } from "../helpers/exhaustive.ts";
import { kindOf } from "./build-kind.ts";
import { openBuildFixture, openEdited } from "./builds.ts";

const folder = temporaryFolder();
const workshop = openBuildFixture(folder.dir);
afterAll(() => folder.remove());

const MB = 1024 * 1024;
/** Twelve of these are more than what the texts of a publish may leave. */
const LONG = "A long text. ".repeat(15_000);

/** A page that comes, is edited and goes again, and a job whose text lists could show. */
function publish(space: SpaceService, round: number): void {
  const slug = `pages/new-${Math.floor(round / 3)}`;
  if (round % 3 === 2) space.unpublish(slug);
  else
    space.publish(slug, (story) => {
      story.content = { component: "Page", meta_title: `Round ${round}`, body: [] };
    });
  space.publish("careers/one", (story) => {
    story.content.teaser_text = `${round} ${LONG}`;
  });
}

/** Publishes so often; returns what each build was, and its bytes read and kept, without the snapshot. */
async function publishes(rounds: number) {
  const edited = await openEdited(true);
  const grown = await workshop.grown(undefined, true);
  const builds: { kind: string; read: number; kept: number }[] = [];
  try {
    let before = workshop.copyOut(grown);
    for (let round = 0; round < rounds; round += 1) {
      publish(edited.space, round);
      if (round === rounds - 1) before = workshop.copyOut(grown);
      let kind = "";
      const bytes = await countReads(join(grown.stateDir, "cache"), async () => {
        kind = await kindOf((testHooks) => workshop.build(edited, grown, testHooks));
      });
      const read = [...bytes.values()].reduce((sum, one) => sum + one, 0);
      builds.push({ kind, read, kept: bytesIn(join(grown.stateDir, "cache")) });
    }
    expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, before));
    return builds;
  } finally {
    await edited.space.close();
    workshop.clear(grown);
  }
}

function bytesIn(dir: string): number {
  return readdirSync(dir, { recursive: true, encoding: "utf8" }).reduce(
    (sum, name) => sum + statSync(join(dir, name)).size,
    0,
  );
}

test("twelve publishes with long texts are derived, read as little each time, and the state stays small", async () => {
  const builds = await publishes(12);
  expect(builds.map(({ kind }) => kind)).toEqual(builds.map(() => "derived"));
  const [first] = builds;
  expect(Math.max(...builds.map(({ kept }) => kept))).toBeLessThan((first?.kept ?? 0) + 6 * MB);
  expect(Math.max(...builds.map(({ read }) => read))).toBeLessThan((first?.read ?? 0) + MB);
});

test("a long list of what publishes changed in out/ is made part of the full record, and the next ones go on", async () => {
  const edited = await openEdited(true);
  const grown = await workshop.grown(undefined, true);
  const recordSizes = () =>
    readdirSync(join(grown.stateDir, "output"))
      .filter((name) => name.endsWith(".changes.json"))
      .map((name) => statSync(join(grown.stateDir, "output", name)).size);
  const build = (round: number) => {
    publish(edited.space, round);
    return kindOf((testHooks) => workshop.build(edited, grown, testHooks));
  };
  try {
    expect(await build(0)).toBe("derived");
    const [name = ""] = readdirSync(join(grown.stateDir, "output")).filter((one) => one.endsWith(".changes.json"));
    const file = join(grown.stateDir, "output", name);
    const changes = parseChanges(readFileSync(file, "utf8"));
    for (let number = 0; number < 9000; number += 1) changes.removed.add(`${"gone/".repeat(12)}${number}.html`);
    writeFileSync(file, serializeChanges(changes));
    expect(await build(1)).toBe("derived");
    expect(recordSizes()).toEqual([]);
    const before = workshop.copyOut(grown);
    expect(await build(2)).toBe("derived");
    expect(recordSizes()).toEqual([expect.toSatisfy((size: number) => size < 10_000)]);
    expect(filesOf(grown.out)).toEqual(await workshop.clean(edited, grown, before));
  } finally {
    await edited.space.close();
    workshop.clear(grown);
  }
});

exhaustiveOnly(() => {
  test("three hundred publishes are derived, and the last ones read no more than the first ones", async () => {
    const builds = await publishes(300);
    expect(builds.filter(({ kind }) => kind !== "derived")).toEqual([]);
    const mostIn = (some: typeof builds, of: "read" | "kept") => Math.max(...some.map((build) => build[of]));
    const [early, late] = [builds.slice(0, 60), builds.slice(-60)];
    expect(mostIn(late, "read")).toBeLessThan(mostIn(early, "read") + MB / 4);
    expect(mostIn(late, "kept")).toBeLessThan(mostIn(early, "kept") + 3 * MB);
  }, 600_000);
});
