import { describe, expect, it, type TestContext } from "vitest";
import type { Fault } from "../../bench/space/service/faults.ts";
import { contentsOf, openPullFixture, paths } from "./helpers.ts";

/** Version, 2 × global, 2 × 4 datasources, one page of stories for each language, version again. */
const QUIET_PULL = 1 + 2 + 8 + 2 + 1;

/** Faults that are noticed after some seconds: their tests wait at the same time. */
const isStall = ({ kind }: Fault) => kind.startsWith("stall") || kind === "slow-drip";

/** Short for the faults that are noticed by waiting; for all others long, so that a busy machine changes nothing. */
const timeoutFor = (faults: Fault[]) => {
  // A body may take four timeouts.
  if (faults.some(({ kind }) => kind === "slow-drip")) return 1000;
  return faults.some(isStall) ? 2000 : 20_000;
};

async function pullWith(onTestFinished: TestContext["onTestFinished"], ...faults: Fault[]) {
  const bench = await openPullFixture();
  onTestFinished(() => bench.close());
  const quiet = await bench.cleanPull();
  bench.service.faults.push(...faults);
  const from = bench.service.log.length;
  const outcome = await bench.cleanPull({ timeoutMs: timeoutFor(faults) }).then(
    (result) => ({ result, error: null }),
    (error: unknown) => ({ result: null, error }),
  );
  return { ...outcome, quiet, token: bench.service.token, asked: paths(bench.service, from) };
}

const STORIES = "/stories?per_page=100&page=1&cv";

describe("faults that pass are survived, each with its number of requests", () => {
  const rows: { name: string; faults: Fault[]; extra: number; retried?: number }[] = [
    { name: "one 429 with a JSON body", faults: [{ kind: "429-json", match: STORIES }], extra: 1 },
    { name: "one 429 with a page of HTML", faults: [{ kind: "429-html", match: STORIES }], extra: 1 },
    { name: "one 429 without a body", faults: [{ kind: "429-empty", match: STORIES }], extra: 1 },
    { name: "a storm of ten 429", faults: [{ kind: "429-json", match: STORIES, times: 10 }], extra: 10 },
    {
      name: "429 for the datasources, twenty times",
      faults: [{ kind: "429-html", match: "datasource_entries", times: 20 }],
      extra: 20,
    },
    { name: "429 that names its wait", faults: [{ kind: "429-json", match: STORIES, retryAfter: 0 }], extra: 1 },
    { name: "500 once", faults: [{ kind: "500", match: STORIES }], extra: 1 },
    { name: "502 with a page of HTML once", faults: [{ kind: "502-html", match: STORIES }], extra: 1 },
    { name: "a connection reset", faults: [{ kind: "reset", match: STORIES }], extra: 1 },
    { name: "no answer in time", faults: [{ kind: "stall-headers", match: STORIES }], extra: 1 },
    { name: "a body that stalls", faults: [{ kind: "stall-body", match: STORIES }], extra: 1 },
    { name: "a body that drips", faults: [{ kind: "slow-drip", match: STORIES }], extra: 1 },
    { name: "truncated JSON", faults: [{ kind: "truncated-json", match: STORIES }], extra: 1 },
    {
      name: "a 500 and ten 429 on one request",
      faults: [
        { kind: "500", match: STORIES },
        { kind: "429-json", match: STORIES, times: 10 },
      ],
      extra: 11,
    },
    // A total that promises more costs the page that turns out to be empty.
    { name: "a total that is too high", faults: [{ kind: "wrong-total", match: STORIES }], extra: 1, retried: 0 },
    // If it stays wrong, the listing (with datasources and recent changes, as in every sync) tells that none is missing.
    {
      name: "totals that are always too high",
      faults: [{ kind: "wrong-total", match: "/stories?", times: 99 }],
      extra: 2 + 7 + 1,
      retried: 0,
    },
    { name: "a missing total", faults: [{ kind: "missing-total", match: STORIES }], extra: 0 },
  ];
  const check = async ({ faults, extra, retried }: (typeof rows)[number], { onTestFinished }: TestContext) => {
    const { result, error, quiet, asked } = await pullWith(onTestFinished, ...faults);
    expect(error).toBeNull();
    expect(asked).toHaveLength(QUIET_PULL + extra);
    expect(result?.requests).toEqual({ total: QUIET_PULL + extra, retried: retried ?? extra });
    expect(contentsOf(result?.space ?? quiet.space)).toEqual(contentsOf(quiet.space));
    expect(result?.problems).toEqual(quiet.problems);
  };
  const waits = ({ faults }: (typeof rows)[number]) => faults.some(isStall);
  it.for(rows.filter((row) => !waits(row)))("$name", check);
  it.concurrent.for(rows.filter(waits))("$name", check);
});

describe("faults that stay end the pull with a clear error", () => {
  const rows: { name: string; fault: Fault; code: string; says: RegExp; sent: number }[] = [
    {
      name: "429 eleven times",
      fault: { kind: "429-json", match: STORIES, times: 99 },
      code: "FETCH_RATE_LIMIT",
      says: /GET \/v2\/cdn\/stories\?per_page=100&page=1.* answered 429 \(Rate limit of 6 .*after 11 requests/,
      sent: 11,
    },
    {
      name: "429 with HTML eleven times",
      fault: { kind: "429-html", match: STORIES, times: 99 },
      code: "FETCH_RATE_LIMIT",
      says: /answered 429 \(a page of HTML\), after 11 requests/,
      sent: 11,
    },
    {
      name: "429 that asks for too long a wait",
      fault: { kind: "429-json", match: STORIES, times: 99, retryAfter: 3600 },
      code: "FETCH_RATE_LIMIT",
      says: /answered 429/,
      sent: 1,
    },
    {
      name: "500 twice",
      fault: { kind: "500", match: STORIES, times: 9 },
      code: "FETCH_FAILED",
      says: /answered 500 \(Internal Server Error\), after 2/,
      sent: 2,
    },
    {
      name: "502 twice",
      fault: { kind: "502-html", match: STORIES, times: 9 },
      code: "FETCH_FAILED",
      says: /answered 502 \(a page of HTML\), after 2/,
      sent: 2,
    },
    {
      name: "resets",
      fault: { kind: "reset", match: STORIES, times: 9 },
      code: "FETCH_UNREACHABLE",
      says: /got no response from 127.0.0.1:\d+: .*after 2/,
      sent: 2,
    },
    {
      name: "no answer",
      fault: { kind: "stall-headers", match: STORIES, times: 9 },
      code: "FETCH_UNREACHABLE",
      says: /no response within 2000 ms, after 2/,
      sent: 2,
    },
    {
      name: "stalling bodies",
      fault: { kind: "stall-body", match: STORIES, times: 9 },
      code: "FETCH_UNREACHABLE",
      says: /the body stalled, after 2/,
      sent: 2,
    },
    {
      name: "dripping bodies",
      fault: { kind: "slow-drip", match: STORIES, times: 9 },
      code: "FETCH_UNREACHABLE",
      says: /the body arrived too slowly, after 2/,
      sent: 2,
    },
    {
      name: "truncated JSON",
      fault: { kind: "truncated-json", match: STORIES, times: 9 },
      code: "FETCH_BAD_ANSWER",
      says: /answered 200 with broken JSON .*after 2/,
      sent: 2,
    },
    {
      name: "a redirect loop",
      fault: { kind: "redirect-loop", match: STORIES, times: 9 },
      code: "FETCH_FAILED",
      says: /redirects in a loop/,
      sent: 1,
    },
  ];
  const check = async ({ fault, code, says, sent }: (typeof rows)[number], { onTestFinished }: TestContext) => {
    const { error, asked, token } = await pullWith(onTestFinished, fault);
    expect(error).toMatchObject({ name: "SitegenError", code, exit: 5 });
    expect(String(error)).toMatch(says);
    expect(String(error)).not.toContain(token);
    const same = asked.filter((path) => path === "stories?per_page=100&page=1");
    expect(same).toHaveLength(sent);
  };
  it.for(rows.filter(({ fault }) => !isStall(fault)))("$name", check);
  it.concurrent.for(rows.filter(({ fault }) => isStall(fault)))("$name", check);
});
