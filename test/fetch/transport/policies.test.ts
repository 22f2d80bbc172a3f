import { describe, expect, it } from "vitest";
import type { Attempt } from "../../../src/fetch/transport/attempt.ts";
import { describePath, redactToken, requestError } from "../../../src/fetch/transport/request-errors.ts";
import { decideRetry, parseRetryAfter, RETRY_TIMES } from "../../../src/fetch/transport/retry-policy.ts";
import { decideRedirect } from "../../../src/fetch/transport/send-get.ts";

function answer(status: number, text = "", headers: Record<string, string> = {}): Attempt {
  return { kind: "response", status, text, headers: new Headers(headers) };
}

describe("decideRetry", () => {
  const fresh = { rateLimit: 0, transient: 0 };
  const ask = (attempt: Attempt, used = fresh) =>
    decideRetry({ attempt, readable: false, used, times: RETRY_TIMES, now: 0 });

  it.each([408, 409, 425, 500, 502, 503, 504])("sends again once after %i", (status) => {
    expect(ask(answer(status))).toEqual({ kind: "transient", waitMs: 100 });
    expect(ask(answer(status), { rateLimit: 3, transient: 1 })).toBeNull();
  });

  it.each([400, 401, 403, 404, 410, 422, 501, 505])("does not send again after %i", (status) => {
    expect(ask(answer(status))).toBeNull();
  });

  it("sends again once after a network fault", () => {
    expect(ask({ kind: "network", reason: "reset" })?.kind).toBe("transient");
    expect(ask({ kind: "network", reason: "reset" }, { rateLimit: 0, transient: 1 })).toBeNull();
  });

  it("waits 300 ms after 429, up to ten times", () => {
    expect(ask(answer(429))).toEqual({ kind: "rateLimit", waitMs: 300 });
    expect(ask(answer(429), { rateLimit: 9, transient: 1 })).toEqual({ kind: "rateLimit", waitMs: 300 });
    expect(ask(answer(429), { rateLimit: 10, transient: 0 })).toBeNull();
  });

  it("waits as long as Retry-After says, within reason", () => {
    expect(ask(answer(429, "", { "retry-after": "2" }))?.waitMs).toBe(2000);
    expect(ask(answer(429, "", { "retry-after": "61" }))).toBeNull();
    expect(ask(answer(429, "", { "retry-after": "soon" }))?.waitMs).toBe(300);
    expect(ask(answer(429, "", { "retry-after": "0" }))?.waitMs).toBe(300);
  });
});

describe("parseRetryAfter", () => {
  it.each([
    [null, null],
    ["", null],
    ["0", 0],
    ["1.5", 1500],
    ["-1", null],
    ["Thu, 01 Jan 1970 00:00:05 GMT", 4000],
    ["Thu, 01 Jan 1970 00:00:00 GMT", 0],
    ["tomorrow", null],
  ])("%s", (value, expected) => {
    expect(parseRetryAfter(value, 1000)).toBe(expected);
  });
});

describe("decideRedirect", () => {
  const from = "https://api.example.com/v2/cdn/stories?cv=1&token=secret-token";
  const ask = (location: string | null, visited = new Set([from])) =>
    decideRedirect({ from, location, visited, maxHops: 3 });

  it("follows to a newer cv, absolute or relative", () => {
    const follow = "https://api.example.com/v2/cdn/stories?cv=2&token=secret-token";
    expect(ask(follow)).toEqual({ follow });
    expect(ask("/v2/cdn/stories?cv=2&token=secret-token")).toEqual({ follow });
  });

  it("keeps the token where the target lacks it", () => {
    expect(ask("/v2/cdn/stories?cv=2")).toEqual({
      follow: "https://api.example.com/v2/cdn/stories?cv=2&token=secret-token",
    });
  });

  it.each([
    ["another host", "https://evil.example.com/v2/cdn/stories?cv=2", /another host \(evil.example.com\)/],
    ["another scheme", "http://api.example.com/v2/cdn/stories?cv=2", /another host/],
    ["itself", from, /loop/],
    ["nowhere", null, /without a usable URL/],
    ["nonsense", "http://", /without a usable URL/],
  ])("does not follow to %s", (_, location, says) => {
    const decision = ask(location);
    expect("refuse" in decision ? decision.refuse : "").toMatch(says);
  });

  it("does not follow for ever", () => {
    const visited = new Set([from, "a", "b", "c"]);
    expect(ask("/v2/cdn/stories?cv=9", visited)).toEqual({
      refuse: "redirects more than 3 times",
      moving: true,
    });
    visited.delete("c");
    expect(ask("/v2/cdn/stories?cv=9", visited)).toHaveProperty("follow");
  });
});

describe("messages", () => {
  const url = "https://api.example.com/v2/cdn/stories?per_page=100&by_uuids=a,b&token=secret-token";
  const context = { url, token: "secret-token", sent: 1 };

  it("name the path without the token", () => {
    expect(describePath(url)).toBe("/v2/cdn/stories?per_page=100&by_uuids=a,b");
    expect(redactToken("x secret-token y", "secret-token")).toBe("x [token] y");
  });

  it.each([
    [401, '{"error":"Unauthorized"}', "FETCH_UNAUTHORIZED", "answered 401 (Unauthorized)."],
    [403, '{"error":"no"}', "FETCH_UNAUTHORIZED", "answered 403 (no)."],
    [404, '["This record could not be found"]', "FETCH_FAILED", "answered 404 (This record could not be found)."],
    [422, '{"error":"Parameter(s) x not allowed"}', "FETCH_FAILED", "answered 422 (Parameter(s) x not allowed)."],
    [500, "boom at secret-token", "FETCH_FAILED", "answered 500 (boom at [token])."],
    [503, "<html>", "FETCH_FAILED", "answered 503 (a page of HTML)."],
    [502, "", "FETCH_FAILED", "answered 502."],
    [200, "<!doctype html>", "FETCH_BAD_ANSWER", "answered 200 with a page of HTML instead of JSON."],
    [200, "", "FETCH_BAD_ANSWER", "answered 200 with nothing instead of JSON."],
    [200, "{", "FETCH_BAD_ANSWER", "answered 200 with broken JSON (1 characters) instead of JSON."],
  ])("%i %s", (status, text, code, says) => {
    const error = requestError(answer(status, text), context);
    expect(error.code).toBe(code);
    expect(error.message).toBe(`GET /v2/cdn/stories?per_page=100&by_uuids=a,b ${says}`);
    expect(error.hint).not.toBe("");
  });
});
