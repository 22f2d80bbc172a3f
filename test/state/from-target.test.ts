/** `deploy` leaves the state at each kind of target, and `--from` begins with it on a machine that has nothing. */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expectDeployed } from "../deploy/deploy-folders.ts";
import { KINDS } from "../deploy/targets.ts";
import { KEY, type Machines, openMachines } from "./machines.ts";

// The servers run in this thread, which waits for no other: processes alone bring the state by a thread.
vi.mock("../../src/files/script-file.ts", () => ({ scriptFile: () => null }));

const written = (result: { stdout: string }) => JSON.parse(result.stdout).pages;

describe.each(KINDS)("%s", (kind) => {
  let machines: Machines;
  const env = kind === "S3" ? { SITEGEN_STATE_KEY: KEY } : {};
  beforeAll(async () => {
    machines = await openMachines(kind);
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
  });
  afterAll(() => machines.close());
  const from = (machine: string) => machines.spawn(machine, ["generate", "--json", "--from", machines.address], env);
  const expectWhole = async (machine: string) => {
    const deployed = await machines.deploy(machine, env);
    expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    const files = Object.entries(await machines.target.tree("www"));
    const site = files.filter(([path]) => !path.startsWith(".sitegen-deploy/state/"));
    await expectDeployed(join(machines.dir, "whole/out"), Object.fromEntries(site));
  };

  if (kind === "S3")
    test("without a key a bucket gets no state", async () => {
      const deployed = await machines.deploy("first");
      expect(deployed.stderr).toContain("visitors may be able to read it there. Set SITEGEN_STATE_KEY");
      expect((await machines.target.s3?.keys())?.filter((key) => key.includes("/state/"))).toEqual([]);
    });

  test("a machine without anything builds and deploys one publish, and the target is that of a whole build", async () => {
    expect(await machines.deploy("first", env)).toMatchObject({ code: 0 });
    machines.publish("one", "Other");
    const built = await from("second");
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(written(built)).toMatchObject({ total: 4, written: 1, unchanged: 3 });
    await expectWhole("second");
  });

  test("and from what it left, also where every page is made again of the target's stories", async () => {
    const hero = "blocks/hero/hero.tsx";
    machines.write({ [hero]: readFileSync(join(machines.dir, hero), "utf8").replaceAll("h1", "h2") });
    const built = await from("third");
    expect(written(built), built.stderr).toMatchObject({ written: 4 });
    expect(built.stderr).not.toContain("not used");
    await expectWhole("third");
  });

  test("the next deploy deletes what killed ones have left of a state, and no file of others", async () => {
    const [part, unfinished, other] = ["0".repeat(32), `${"0".repeat(16)}.tmp`, "notes.txt"];
    const folder = kind === "S3" ? ".sitegen-deploy/state" : "../.www.state";
    for (const name of [part, unfinished, other]) await machines.target.plant("www", `${folder}/${name}`, "left");
    const left = async () =>
      kind === "S3" ? Object.keys(await machines.target.tree("www")).map((path) => basename(path)) : machines.parts();
    const deployed = await machines.deploy("third", env);
    expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
    expect(await left()).toEqual(expect.arrayContaining(["list", other]));
    expect((await left()).filter((name) => [part, unfinished].includes(name))).toEqual([]);
  });

  test("one that is switched: the same, and the trees are whole", async () => {
    const address = machines.target.address("switched");
    const deploy = async (machine: string) => {
      const deployed = await machines.on(machine, ["deploy", address, "--switch"], env);
      expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
    };
    await deploy("whole");
    // The second fills the first one's tree.
    for (const slug of ["two", "home"]) {
      machines.publish(slug, "Other");
      const built = await machines.from(`for-${slug}`, env, address);
      expect(written(built), built.stderr).toMatchObject({ written: 1, unchanged: 3 });
      await deploy(`for-${slug}`);
    }
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    const tree = await machines.target.tree("switched");
    const live = kind === "S3" ? `builds/${JSON.parse(tree["builds/live.json"] ?? "").tree}/` : "";
    const own = Object.entries(tree).filter(([path]) => path.startsWith(live));
    const files = own.map(([path, text]) => [path.slice(live.length), text]);
    await expectDeployed(join(machines.dir, "whole/out"), Object.fromEntries(files));
  });
});
