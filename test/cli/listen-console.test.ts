/** An editor's day with `sitegen listen`: what is scheduled, lost, taken back and published again, seen on the console. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stateWithBundles } from "../helpers/bundles.ts";
import { runCli } from "../helpers/run-cli.ts";
import type { Command } from "../serve/command.ts";
import { KEY, type ListenSite, openListenSite } from "./listen-site.ts";

const PATH = "b1946ac92492d2347c6235b4d2611184";
let site: ListenSite;
let listener: Command;
let url = "";

interface Shown {
  ok: boolean;
  live: { buildId: string; at: string } | null;
  standstillSince: string | null;
  newest: number;
  publishes: {
    number: number;
    kind: string;
    status: string;
    buildId: string;
    seconds: number | null;
    stories: { name: string; slug: string; editor: string }[];
    pages: { path: string; url: string }[];
    said: string[];
    takenBack: number[];
    undo: { build: string; takesBack: number[] } | null;
  }[];
}

beforeAll(async () => {
  site = await openListenSite();
});
afterAll(() => site.close());

async function start(): Promise<void> {
  const args = ["--every", "1", "--path-secret", "--deploy", "live", "--notify", site.notify];
  ({ listener, url } = await site.start(args, { STORYBLOK_WEBHOOK_PATH: PATH }));
}

const shown = () => site.shown<Shown>(url);
const title = () => /<title>[^<|–]*/.exec(readFileSync(join(site.dir, "live/company/about/index.html"), "utf8"))?.[0];
const setTitle = (text: string) => (story: { content: Record<string, unknown> }) => {
  story.content.meta_title = text;
};
const untilTitle = (text: string) =>
  expect.poll(title, { timeout: 60_000, interval: 20 }).toMatch(new RegExp(`^<title>${text}`));
const untilShown = (test: (now: Shown) => boolean) =>
  expect.poll(async () => test(await shown()), { timeout: 60_000, interval: 50 }).toBe(true);
/** Requests of the content while it waits; at least this many looks are waited for. */
async function looks(count: number): Promise<string[]> {
  const from = site.service.log.length;
  await expect.poll(() => site.service.log.length - from >= count, { timeout: 30_000, interval: 20 }).toBe(true);
  return site.service.log.slice(from).map(({ path }) => path);
}

test("scheduled, told by a call, taken back, published again, restarted", { timeout: 240_000 }, async () => {
  await start();
  try {
    await untilShown((now) => now.live !== null && now.publishes.length === 1);
    expect((await shown()).publishes[0]).toMatchObject({ kind: "publish", status: "live", stories: [], undo: null });

    // Nothing happens: one request each time.
    expect(new Set(await looks(3))).toEqual(new Set(["/v2/cdn/spaces/me"]));

    // A story's time comes, and nobody calls.
    site.service.schedule("company/about", new Date(Date.now() + 1500), setTitle("Scheduled"));
    await untilTitle("Scheduled");
    await untilShown((now) => now.publishes.length === 2);
    const scheduled = (await shown()).publishes[0];
    expect(scheduled).toMatchObject({
      status: "live",
      seconds: null,
      stories: [{ name: "About us", slug: "company/about" }],
    });
    expect(scheduled?.stories[0]?.editor).toMatch(
      /^https:\/\/app\.storyblok\.com\/#\/me\/spaces\/\d+\/stories\/0\/0\/\d+$/,
    );
    expect(scheduled?.pages).toContainEqual({ path: "/company/about/", url: "https://www.example.com/company/about/" });

    // A publish by a webhook without a signature.
    site.service.publish("company/about", setTitle("Wrong"));
    const body = JSON.stringify({ action: "published", full_slug: "company/about", text: "Ann published About us" });
    expect((await fetch(url + PATH, { method: "POST", body })).status).toBe(202);
    expect((await fetch(`${url}${PATH}x`, { method: "POST", body })).status).toBe(404);
    await untilTitle("Wrong");
    await untilShown(({ publishes }) => publishes.length === 3 && publishes[0]?.status === "live");
    const wrong = (await shown()).publishes[0];
    expect(wrong).toMatchObject({
      said: ["Ann published About us"],
      undo: { build: scheduled?.buildId, takesBack: [3] },
    });
    expect(wrong?.seconds).toBeGreaterThan(0);
    await expect.poll(() => site.notices.at(-1)?.text, { interval: 20 }).toMatch(/^live at \d\d:\d\d:\d\d: About us\n/);

    // Two clicks later the earlier state is live, and looks for changes leave it so.
    const form = { method: "POST", headers: { authorization: `Bearer ${KEY}` }, redirect: "manual" } as const;
    const undo = new URLSearchParams({ build: scheduled?.buildId ?? "", newest: "3" });
    expect((await fetch(`${url}console/undo`, { ...form, body: undo })).status).toBe(303);
    await untilTitle("Scheduled");
    await untilShown(({ publishes }) => publishes[0]?.kind === "undo" && publishes[0].status === "undo");
    expect(await shown()).toMatchObject({
      publishes: [{ takenBack: [3] }, { status: "taken back" }, { status: "published" }, {}],
    });
    expect(new Set(await looks(3))).toEqual(new Set(["/v2/cdn/spaces/me"]));
    expect([title(), (await shown()).publishes.length]).toEqual([expect.stringContaining("Scheduled"), 4]);

    // A restart forgets neither the list nor that it was taken back.
    expect(await listener.interrupt()).toBe(130);
    await start();
    await looks(3);
    await untilShown(({ ok }) => ok);
    expect(await shown()).toMatchObject({
      standstillSince: expect.any(String),
      publishes: [{ kind: "undo" }, {}, {}, {}],
    });
    expect(title()).toMatch(/Scheduled/);

    // The next publish ends the standstill, and brings everything that is published in the space.
    site.service.publish("imprint", setTitle("Imprint again"));
    await untilTitle("Wrong");
    await untilShown(({ publishes }) => publishes.length === 5 && publishes[0]?.status === "live");
    expect(await shown()).toMatchObject({ ok: true, standstillSince: null, newest: 5 });

    // Back once more, and on by a click.
    const last = (await shown()).publishes[0];
    const again = new URLSearchParams({ build: last?.undo?.build ?? "", newest: "5" });
    await fetch(`${url}console/undo`, { ...form, body: again });
    await untilTitle("Scheduled");
    await untilShown(({ publishes }) => publishes[0]?.status === "undo");
    await fetch(`${url}console/resume`, { ...form, body: "" });
    await untilTitle("Wrong");

    // A look of its own publishes it while the call comes: who did is known all the same.
    const call = JSON.stringify({ action: "published", full_slug: "imprint", text: "Ben published Imprint" });
    const hook = () => void fetch(url + PATH, { method: "POST", body: call });
    site.service.faults.push({ kind: "hook", match: "sort_by", hook });
    site.service.publish("imprint", setTitle("By Ben"));
    await untilShown(({ publishes }) => publishes[0]?.said[0] === "Ben published Imprint");
    const { seconds, stories } = (await shown()).publishes[0] ?? {};
    expect([stories, seconds]).toEqual([[expect.objectContaining({ slug: "imprint" })], expect.any(Number)]);
  } finally {
    await listener.interrupt();
  }
  expect(listener.stderr()).not.toMatch(new RegExp(`${PATH}|${KEY}|a-secret`));

  // What is live is what a clean build of the space makes.
  const env = { STORYBLOK_ENDPOINT: site.service.endpoint, STORYBLOK_TOKEN: site.service.token };
  const args = ["generate", "--out", "clean", "--state", "clean-state"];
  stateWithBundles(join(site.dir, "clean-state"));
  expect((await runCli(args, { cwd: site.dir, env })).code).toBe(0);
  for (const page of ["index.html", "company/about/index.html", "imprint/index.html"])
    expect(readFileSync(join(site.dir, "live", page), "utf8")).toBe(
      readFileSync(join(site.dir, "clean", page), "utf8"),
    );
});
