/** `--from` on a machine that has no picture: those that are published stay as they are, and new crops are cut. */
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { expectDeployed } from "../deploy/deploy-folders.ts";
import { openMachines } from "./machines.ts";

const CROPS = '{ hero: { photo: [{ ratio: "3:5" }] } }';
const FILES = {
  "site.ts": `export default { languages: [{ code: "en" }], global: null, pageTypes: { page: {} }, crops: ${CROPS} };`,
  "blocks/hero/hero.schema.ts":
    'import { defineBlock, image, text } from "sitegen-storyblok/schema";\nexport const schema = defineBlock({ fields: { headline: text(), photo: image() } });\n',
  "blocks/hero/hero.tsx":
    'import { Image } from "sitegen-storyblok/kit";\nexport default function Hero({ headline, photo }) { return <section><h1>{headline}</h1><Image image={photo} upright={{ image: photo?.crops?.["3:5"] }} /></section>; }\n',
};
const photo = { $asset: "hall.png", alt: "Hall", focus: "750x100:751x101" };
const hall = { content: { component: "page", body: [{ component: "hero", headline: "Hall", photo }] } };

test("a publish of one page has the pictures of a whole build", async () => {
  const png = await sharp({ create: { width: 900, height: 600, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();
  const machines = await openMachines("folder", { ...FILES, "space/assets/hall.png": png }, { hall, moved: hall });
  onTestFinished(() => machines.close());
  expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
  expect(await machines.deploy("first")).toMatchObject({ code: 0 });
  const next = async (machine: string) => {
    const built = await machines.from(machine);
    expect(JSON.parse(built.stdout), built.stderr).toMatchObject({ pages: { written: 1 }, problems: [] });
    expect(await machines.deploy(machine)).toMatchObject({ code: 0 });
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    await expectDeployed(join(machines.dir, "whole/out"), await machines.target.tree("www"));
  };
  machines.publish("one", "Other");
  await next("second");
  machines.service.publish("moved", ({ content }) => {
    content.body = [{ component: "hero", headline: "Hall", photo: { ...photoOf(content), focus: "100x100:101x101" } }];
  });
  await next("third");
});

function photoOf({ body }: Record<string, unknown>): object {
  return (body as { photo: object }[])[0]?.photo ?? {}; // as `hall` has it
}
