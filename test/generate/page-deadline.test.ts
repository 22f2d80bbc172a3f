/** A page has ten seconds, of a machine that runs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { commandEnvironment, ROOT } from "../helpers/run-cli.ts";
import { openSmallSite } from "../helpers/small-site.ts";

/** Takes a second or so. */
const SLOW = `
export default function Hero({ headline }) {
  let sum = 0;
  for (let step = 0; step < 500_000_000; step += 1) sum += step % 7;
  return <h1>{headline} {sum > 0 ? "is here" : ""}</h1>;
}`;

test("a machine that stands still while a page is made costs no page", async () => {
  const site = await openSmallSite({
    "site.ts": 'export default { languages: [{ code: "en" }], pageTypes: { page: {} } };',
    "sitegen.config.json": "{}",
    "blocks/hero/hero.tsx": SLOW,
  });
  const env = commandEnvironment({ STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: "public" });
  const cli = spawn(process.execPath, [`${ROOT}/bin/sitegen.mjs`, "generate"], { cwd: site.dir, env });
  let said = "";
  cli.stderr.on("data", (text) => {
    said += text;
  });
  try {
    await expect.poll(() => said).toContain("Rendering");
    await wait(200);
    cli.kill("SIGSTOP");
    await wait(11_000);
    cli.kill("SIGCONT");
    const [code] = await once(cli, "close");
    expect({ code, said }).toMatchObject({ code: 0 });
    expect(site.read("index.html")).toContain("is here");
  } finally {
    cli.kill("SIGKILL");
    await site.close();
  }
});
