import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CHECK_INTERVAL, createBuildWatch, type LatestBuild } from "../../src/client/builds/build-watch.ts";

const documentState = {
  assets: "/_assets/",
  app: "/_assets/app-A.js",
  shared: "/_assets/shared-en-1.json",
  payload: { lang: "en" },
};
const own: LatestBuild = {
  id: "one",
  app: documentState.app,
  shared: { en: documentState.shared, de: "/_assets/shared-de-1.json" },
};

let asked: number;
let latest: LatestBuild | Error;

function watch() {
  asked = 0;
  return createBuildWatch({
    documentState,
    async fetchLatest() {
      asked += 1;
      if (latest instanceof Error) throw latest;
      return latest;
    },
  });
}

describe("the running build", () => {
  test("is the latest when app and shared state are the page's own", async () => {
    latest = own;
    const builds = watch();
    expect(await builds.running()).toBe("one");
    await builds.running();
    expect([asked, builds.id(), builds.outdated()]).toEqual([1, "one", false]);
  });

  test.each([{ app: "/_assets/app-B.js" }, { shared: { en: "/_assets/shared-en-2.json" } }])(
    "is not the latest when %j differs: the page is outdated at once",
    async (more) => {
      latest = { ...own, ...more };
      const builds = watch();
      expect(await builds.running()).toBeNull();
      expect(builds.outdated()).toBe(true);
    },
  );

  test("is the latest though the other language's state has changed", async () => {
    latest = { ...own, shared: { ...own.shared, de: "/_assets/shared-de-2.json" } };
    expect(await watch().running()).toBe("one");
  });

  test("stays unknown when nothing answers, and the page is not outdated for that", async () => {
    latest = new Error("offline");
    const builds = watch();
    expect(await builds.running()).toBeNull();
    expect(builds.outdated()).toBe(false);
  });
});

describe("the hourly check", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "Date"] });
    vi.stubGlobal("window", new EventTarget());
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("comes after 3,600,000 ms and finds a newer build", async () => {
    latest = own;
    const builds = watch();
    builds.start();
    await vi.advanceTimersByTimeAsync(CHECK_INTERVAL - 1);
    expect([asked, builds.outdated()]).toEqual([1, false]);
    latest = { ...own, id: "two" };
    await vi.advanceTimersByTimeAsync(1);
    expect([asked, builds.outdated()]).toEqual([2, true]);
    expect(CHECK_INTERVAL).toBe(3_600_000);
  });

  test("goes on after a failure", async () => {
    latest = own;
    const builds = watch();
    builds.start();
    await vi.advanceTimersByTimeAsync(0);
    latest = new Error("offline");
    await vi.advanceTimersByTimeAsync(CHECK_INTERVAL);
    latest = { ...own, id: "two" };
    await vi.advanceTimersByTimeAsync(CHECK_INTERVAL);
    expect([asked, builds.outdated()]).toEqual([3, true]);
  });
});
