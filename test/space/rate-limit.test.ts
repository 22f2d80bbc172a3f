import { expect, test } from "vitest";
import { createRateLimiter } from "../../src/space/service/rate-limit.ts";
import { api, MINIMAL, serve } from "./helpers.ts";

test.each([
  ["", 50],
  ["per_page=25", 50],
  ["per_page=26", 15],
  ["per_page=50", 15],
  ["per_page=51", 10],
  ["per_page=75", 10],
  ["per_page=76", 6],
  ["per_page=1000", 6],
])("%j may be asked %i times a second", (query, limit) => {
  const params = new URLSearchParams(query);
  let now = 5_000;
  const limiter = createRateLimiter(() => now);
  const passed = () => Array.from({ length: limit + 5 }, () => limiter(params)).filter((over) => over === null).length;
  expect(passed()).toBe(limit);
  expect(limiter(params)).toBe(limit);
  now = 5_999;
  expect(limiter(params)).toBe(limit);
  now = 6_000;
  expect(passed()).toBe(limit);
});

test("tiers count apart", () => {
  const limiter = createRateLimiter(() => 0);
  for (let index = 0; index < 6; index++) limiter(new URLSearchParams("per_page=100"));
  expect(limiter(new URLSearchParams("per_page=100"))).toBe(6);
  expect(limiter(new URLSearchParams())).toBeNull();
});

test("off by default, on request a 429 with the service's own words", async () => {
  const now = () => 1_800_000_000_000;
  const free = await serve({ dir: MINIMAL, now });
  const limited = await serve({ dir: MINIMAL, now, rateLimit: "service" });
  const statuses = async (service: typeof free) => {
    const query = `stories?per_page=100&version=draft`;
    const results = await Promise.all(Array.from({ length: 8 }, () => api(service, query)));
    return results.map(({ status }) => status).sort();
  };
  expect(await statuses(free)).toEqual(Array.from({ length: 8 }, () => 200));
  expect(await statuses(limited)).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  const { text, headers } = await api(limited, "stories?per_page=100&version=draft");
  expect(text).toBe('{"error":"Rate limit of 6 request per second has been reached. Retry later."}');
  expect(headers.get("retry-after")).toBeNull();
});
