import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseLottieOptions } from "../../src/parts/lottie/options.ts";
import { createPlayer, type LottieAnimation } from "../../src/parts/lottie/player.ts";

/** A player over an animation of 101 frames that records its calls. */
function setup(more: Record<string, unknown> = {}, { visible = true, reduced = false } = {}) {
  const options = parseLottieOptions(JSON.stringify({ src: "a.json", ...more }));
  if (!options) throw new Error("no options");
  const told: string[] = [];
  const states: string[] = [];
  const animation: LottieAnimation = {
    lastFrame: 100,
    play: (from) => told.push(from === undefined ? "play" : `play ${from}`),
    pause: () => told.push("pause"),
    showFrame: (frame) => told.push(`frame ${frame}`),
    setDirection: (direction) => told.push(direction === 1 ? "forward" : "back"),
    destroy: () => told.push("destroy"),
  };
  const player = createPlayer(options, (state) => states.push(state));
  player.setReduced(reduced);
  player.setVisible(visible);
  const load = () => player.loaded(animation);
  return { player, told, states, load };
}

/** The calls since the last check. */
const take = (told: string[]) => told.splice(0).join(", ");

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => vi.useRealTimers());

describe("states", () => {
  test("loading, then stopped at the first frame", () => {
    const { player, told, states, load } = setup();
    expect(player.state()).toBe("loading");
    load();
    expect([states, take(told)]).toEqual([["stopped"], "forward, frame 0, pause"]);
  });

  test("autoplay plays as soon as it is ready and in view", () => {
    const { player, told, load } = setup({ autoplay: true });
    load();
    expect([player.state(), take(told)]).toEqual(["playing", "forward, frame 0, play"]);
  });

  test("what becomes ready out of view is frozen and does not play there", () => {
    const { player, told, load } = setup({ autoplay: true }, { visible: false });
    load();
    expect([player.state(), take(told)]).toEqual(["frozen", "forward, frame 0, pause"]);
    player.setVisible(true);
    expect([player.state(), take(told)]).toEqual(["playing", "play"]);
  });

  test("leaving the view freezes what plays, and only that", () => {
    const { player, load } = setup({ autoplay: true });
    load();
    player.setVisible(false);
    expect(player.state()).toBe("frozen");
    player.command("pause");
    expect(player.state()).toBe("paused");
    player.setVisible(true);
    expect(player.state()).toBe("paused");
    player.command("stop");
    player.setVisible(false);
    player.setVisible(true);
    expect(player.state()).toBe("stopped");
  });

  test("toggle goes between playing and paused, stop back to the first frame", () => {
    const { player, told, load } = setup({ direction: -1 });
    load();
    player.command("toggle");
    expect(player.state()).toBe("playing");
    player.command("toggle");
    expect(player.state()).toBe("paused");
    take(told);
    player.command("stop");
    expect([player.state(), take(told)]).toEqual(["stopped", "back, frame 100, pause"]);
  });

  test("a failure is final, and so is the end", () => {
    const failed = setup({ autoplay: true });
    failed.player.failed();
    failed.player.command("play");
    expect(failed.states).toEqual(["error"]);
    const { player, told, load } = setup();
    player.destroy();
    load();
    expect([player.state(), take(told)]).toEqual(["destroyed", "destroy"]);
  });
});

describe("runs", () => {
  test("without loop it ends paused at the last frame and begins anew when played", () => {
    const { player, told, load } = setup({ autoplay: true });
    load();
    player.ended();
    expect(player.state()).toBe("paused");
    take(told);
    player.command("play");
    expect([player.state(), take(told)]).toEqual(["playing", "forward, frame 0, play"]);
  });

  test("a loop begins again after the intermission", () => {
    const { player, told, load } = setup({ autoplay: true, loop: true, intermission: 500 });
    load();
    take(told);
    player.ended();
    vi.advanceTimersByTime(499);
    expect(take(told)).toBe("");
    vi.advanceTimersByTime(1);
    expect([player.state(), take(told)]).toEqual(["playing", "forward, play 0"]);
  });

  test("a backward loop begins at the last frame", () => {
    const { player, told, load } = setup({ autoplay: true, loop: true, direction: -1 });
    load();
    take(told);
    player.ended();
    vi.advanceTimersByTime(1);
    expect(take(told)).toBe("back, play 100");
  });

  test("count limits the loops", () => {
    const { player, load } = setup({ autoplay: true, loop: true, count: 2 });
    load();
    player.ended();
    vi.advanceTimersByTime(1);
    expect(player.state()).toBe("playing");
    player.ended();
    expect(player.state()).toBe("paused");
  });

  test("a bounce goes there and back once, or as often as the loop wants", () => {
    const once = setup({ autoplay: true, mode: "bounce" });
    once.load();
    take(once.told);
    once.player.ended();
    vi.advanceTimersByTime(0);
    expect(take(once.told)).toBe("back, play 100");
    once.player.ended();
    expect(once.player.state()).toBe("paused");

    const twice = setup({ autoplay: true, mode: "bounce", loop: true, count: 2 });
    twice.load();
    for (const expected of ["back, play 100", "forward, play 0", "back, play 100"]) {
      take(twice.told);
      twice.player.ended();
      vi.advanceTimersByTime(1);
      expect(take(twice.told)).toBe(expected);
    }
    twice.player.ended();
    expect(twice.player.state()).toBe("paused");
  });

  test("an intermission that is interrupted goes on with the next run", () => {
    const { player, told, load } = setup({ autoplay: true, loop: true, intermission: 500 });
    load();
    player.ended();
    player.setVisible(false);
    take(told);
    vi.advanceTimersByTime(1000);
    expect(take(told)).toBe("");
    player.setVisible(true);
    expect(take(told)).toBe("forward, play 0");
  });
});

describe("reduced motion", () => {
  test("shows the still and does not play by itself", () => {
    const { player, told, load } = setup({ autoplay: true, still: 0.5 }, { reduced: true });
    load();
    expect([player.state(), take(told)]).toEqual(["paused", "forward, frame 50, pause"]);
  });

  test("the still is the last frame unless told otherwise, and a press on play plays", () => {
    const { player, told, load } = setup({ autoplay: true }, { reduced: true });
    load();
    expect(take(told)).toContain("frame 100");
    player.command("play");
    expect([player.state(), take(told)]).toEqual(["playing", "forward, frame 0, play"]);
  });

  test("asked for in between, it pauses", () => {
    const { player, load } = setup({ autoplay: true });
    load();
    player.setReduced(true);
    expect(player.state()).toBe("paused");
  });
});
