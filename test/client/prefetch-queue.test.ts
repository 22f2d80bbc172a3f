import { expect, test } from "vitest";
import { createQueue } from "../../src/client/router/prefetch.ts";

function setup() {
  const started: string[] = [];
  const open = new Map<string, () => void>();
  const queue = createQueue(
    (path, urgency) =>
      new Promise((resolve) => {
        started.push(`${urgency} ${path}`);
        open.set(path, resolve);
      }),
  );
  const finish = async (path: string) => {
    open.get(path)?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { queue, started, finish };
}

test("at most five are in flight, the rest follow in order", async () => {
  const { queue, started, finish } = setup();
  for (const path of ["a", "b", "c", "d", "e", "f", "g"]) queue.add(path, "seen");
  expect(started).toHaveLength(5);
  await finish("b");
  expect(started.at(-1)).toBe("seen f");
});

test("what the visitor means overtakes what is seen", async () => {
  const { queue, started, finish } = setup();
  for (const path of ["a", "b", "c", "d", "e", "f", "g"]) queue.add(path, "seen");
  queue.add("wanted", "meant");
  await finish("a");
  expect(started.at(-1)).toBe("meant wanted");
});

test("each path is loaded once as seen and once as meant", () => {
  const { queue, started } = setup();
  queue.add("a", "seen");
  queue.add("a", "seen");
  queue.add("a", "meant");
  queue.add("a", "meant");
  queue.add("a", "seen");
  queue.add("b", "meant");
  queue.add("b", "seen");
  expect(started).toEqual(["seen a", "meant a", "meant b"]);
});
