/** A space that moves while it is asked: each answer leads to a newer version, and ten such redirects are followed. */
import { existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heroPage, openReleaseSite, type ReleaseSite } from "../cli/release-site.ts";

let site: ReleaseSite;
let server: Server;
/** Redirects before an answer of the list of stories. */
let hops = 0;
let asked: URL[] = [];

beforeAll(async () => {
  site = await openReleaseSite({ "space/stories/home.json": heroPage("Home") });
  const real = new URL(site.service.endpoint).origin;
  const redirected = new Map<string, number>();
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", real);
    const list = `${url.searchParams.get("language")} ${url.searchParams.get("page")}`;
    if (url.pathname.endsWith("/stories")) asked.push(url);
    const count = redirected.get(list) ?? 0;
    if (url.pathname.endsWith("/stories") && count < hops) {
      redirected.set(list, count + 1);
      url.searchParams.set("cv", String(1_800_000_000 + count));
      return response.writeHead(301, { location: url.pathname + url.search }).end();
    }
    if (url.pathname.endsWith("/stories")) redirected.delete(list);
    // The service itself would lead from a version that it does not have to its own.
    if (url.pathname.endsWith("/stories")) url.searchParams.set("cv", String(site.service.cv()));
    const answer = await fetch(url);
    const headers = ["content-type", "total", "per-page"].map(
      (name) => [name, answer.headers.get(name) ?? ""] as const,
    );
    response.writeHead(answer.status, Object.fromEntries(headers)).end(await answer.text());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await site.close();
});

async function generate(redirects: number, out: string) {
  hops = redirects;
  asked = [];
  const STORYBLOK_ENDPOINT = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const args = ["generate", "--json", "--out", out, "--state", `${out}-state`];
  const { code, stdout, stderr } = await site.run(args, { STORYBLOK_ENDPOINT });
  return { code, stderr, written: existsSync(join(site.dir, out)), ...JSON.parse(stdout) };
}

test("ten redirects are followed", async () => {
  const { code, pages } = await generate(10, "ten");
  expect([code, pages.total]).toEqual([0, 2]);
  expect(asked.filter(({ searchParams }) => !searchParams.has("language")).length).toBe(11);
});

test("at the eleventh the command says that the content keeps changing, and writes nothing", async () => {
  const { code, error, stderr, written } = await generate(11, "eleven");
  expect([code, error.code, written]).toEqual([5, "FETCH_MOVING", false]);
  expect(error.message).toContain("redirects more than 10 times");
  expect(stderr).not.toContain("token=public");
  expect(asked.filter(({ searchParams }) => !searchParams.has("language")).length).toBeLessThanOrEqual(11);
});
