import { expect, test } from "vitest";
import { api, MINIMAL, serve } from "./helpers.ts";

const start = () => serve({ dir: MINIMAL });
const DRAFT = "stories?version=draft";

test.each([
  ["429-json", 429, /Rate limit of 6/],
  ["429-html", 429, /<html>/],
  ["429-empty", 429, /^$/],
  ["500", 500, /Internal Server Error/],
  ["502-html", 502, /<h1>502 Bad Gateway/],
] as const)("%s is answered as often as asked, then all is well", async (kind, status, text) => {
  const service = await start();
  service.faults.push({ kind, times: 2, retryAfter: 3 });
  for (let index = 0; index < 2; index++) {
    const result = await api(service, DRAFT);
    expect(result.status).toBe(status);
    expect(result.text).toMatch(text);
    expect(result.headers.get("retry-after")).toBe("3");
  }
  expect((await api(service, DRAFT)).status).toBe(200);
  expect(service.log.map((entry) => entry.status)).toEqual([status, status, 200]);
});

test("a fault meets only what it matches: text, pattern or function", async () => {
  const service = await start();
  service.faults.push(
    { kind: "500", match: "page=2" },
    { kind: "500", match: /links/ },
    { kind: "500", match: ({ path, query }) => path.endsWith("/home") && query.get("language") === "de" },
  );
  const status = async (path: string) => (await api(service, path)).status;
  expect([await status(DRAFT), await status("tags?version=draft"), await status("stories/home?version=draft")]).toEqual(
    [200, 200, 200],
  );
  expect([await status(`${DRAFT}&page=2`), await status("links?version=draft")]).toEqual([500, 500]);
  expect(await status("stories/home?version=draft&language=de")).toBe(500);
  expect(service.faults).toEqual([]);
});

test("reset cuts the connection", async () => {
  const service = await start();
  service.faults.push({ kind: "reset" });
  await expect(api(service, DRAFT)).rejects.toThrow("fetch failed");
  expect(service.log.at(-1)?.status).toBe(0);
});

test("stall-headers answers nothing, stall-body half; closing the service ends both", async () => {
  const service = await start();
  service.faults.push({ kind: "stall-headers" });
  await expect(fetch(`${service.endpoint}/cdn/stories`, { signal: AbortSignal.timeout(100) })).rejects.toThrow();
  service.faults.push({ kind: "stall-body" });
  const response = await fetch(`${service.endpoint}/cdn/${DRAFT}&token=${service.previewToken}`);
  expect(response.status).toBe(200);
  const text = response.text();
  text.catch(() => {});
  expect(await Promise.race([text, new Promise((resolve) => setTimeout(() => resolve("stalled"), 100))])).toBe(
    "stalled",
  );
  await service.close();
  await expect(text).rejects.toThrow();
});

test("slow-drip arrives whole, but late", async () => {
  const service = await start();
  service.faults.push({ kind: "slow-drip" });
  const before = performance.now();
  const { body } = await api(service, "stories?version=draft&by_slugs=insights");
  expect(body.stories).toHaveLength(1);
  expect(performance.now() - before).toBeGreaterThan(100);
});

test("truncated-json ends in the middle with a length that fits", async () => {
  const service = await start();
  service.faults.push({ kind: "truncated-json" });
  const response = await fetch(`${service.endpoint}/cdn/${DRAFT}&token=${service.previewToken}`);
  expect(response.status).toBe(200);
  await expect(response.json()).rejects.toThrow(SyntaxError);
});

test("redirect-loop never ends", async () => {
  const service = await start();
  service.faults.push({ kind: "redirect-loop", times: 100 });
  await expect(api(service, DRAFT)).rejects.toThrow("fetch failed");
});

test("wrong-total and missing-total spoil the paging headers", async () => {
  const service = await start();
  service.faults.push({ kind: "wrong-total" }, { kind: "missing-total" });
  expect((await api(service, DRAFT)).headers.get("total")).toBe("143");
  const missing = (await api(service, DRAFT)).headers;
  expect([missing.get("total"), missing.get("per-page")]).toEqual([null, null]);
});

test("a hook runs before the answer: a publish between two pages", async () => {
  const service = await start();
  service.faults.push({
    kind: "hook",
    match: /[?&]page=2/,
    hook: () => service.publish("home", (story) => story.name === "Home"),
  });
  const first = await api(service, "stories?per_page=2&page=1");
  const second = await api(service, "stories?per_page=2&page=2");
  expect(second.body.cv).toBeGreaterThan(first.body.cv);
});
