/** Machines that keep their folders and deploy in turns, each beginning with what the other left at the target. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectDeployed } from "../deploy/deploy-folders.ts";
import { type Machines, openMachines } from "./machines.ts";

let machines: Machines;
beforeAll(async () => {
  machines = await openMachines("folder");
  expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
  expect(await machines.deploy("first")).toMatchObject({ code: 0 });
});
afterAll(() => machines.close());

async function ship(machine: string) {
  const built = await machines.from(machine);
  expect(built, built.stderr).toMatchObject({ code: 0 });
  const deployed = await machines.deploy(machine);
  expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
}

test("what another machine removed meanwhile is in no one's way", async () => {
  machines.publish("page", "New");
  await ship("second");
  machines.service.unpublish("page");
  await ship("third");
  // The target forgets the builds that the second one knows.
  for (const headline of ["A", "B", "C", "D"]) {
    machines.publish("one", headline);
    await ship("third");
  }
  machines.publish("page", "Back");
  await ship("second");
  expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
  await expectDeployed(join(machines.dir, "whole/out"), await machines.target.tree("www"));
});

test("a build without the target can be deployed to another", async () => {
  machines.publish("two", "Other");
  expect(await machines.from("fourth")).toMatchObject({ code: 0 });
  expect(await machines.on("fourth", ["generate"])).toMatchObject({ code: 0 });
  expect(existsSync(join(machines.dir, "fourth/out/three/index.html"))).toBe(true);
  const deployed = await machines.on("fourth", ["deploy", machines.target.address("www2")]);
  expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
});
