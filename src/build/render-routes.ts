import { setImmediate } from "node:timers/promises";
import { sitegenError } from "../errors.ts";
import type { Output } from "../publish/output.ts";
import type { Reporter } from "../reporter.ts";
import { type MadePage, makePage, pageFile, payloadFile } from "./make-page.ts";
import type { World } from "./world.ts";

export interface RenderResult {
  /** Routes that failed and kept their last good version. */
  kept: string[];
}

/** Renders every route into the stage, one page at a time, so that memory does not grow with the site. */
export async function renderRoutes(options: {
  world: World;
  output: Output;
  keepGoing: boolean;
  reporter: Reporter;
  signal?: AbortSignal | undefined;
}): Promise<RenderResult> {
  const { world, output, keepGoing, reporter, signal } = options;
  const failures: { path: string; message: string }[] = [];
  const kept: string[] = [];
  for (const [index, route] of world.site.routes.entries()) {
    if (index % 50 === 0) {
      reporter.progress(index, world.site.routes.length);
      await setImmediate(); // lets an interrupt through
      signal?.throwIfAborted();
    }
    const page = attempt(() => makePage(route, world));
    if ("message" in page) {
      failures.push({ path: route.path, message: page.message });
      if (keepGoing && keepLast(route.path, output)) kept.push(route.path);
      continue;
    }
    await output.put(payloadFile(route.path), page.json, { source: route.path });
    await output.put(pageFile(route.path), page.html, { source: route.path });
  }
  reportFailures(failures, world);
  if (failures.length > 0 && !keepGoing) throw renderError(failures);
  return { kept };
}

function attempt(make: () => MadePage): MadePage | { message: string } {
  try {
    return make();
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

function keepLast(path: string, output: Output): boolean {
  return output.keep(payloadFile(path)) && output.keep(pageFile(path));
}

function reportFailures(failures: readonly { path: string; message: string }[], world: World): void {
  for (const { path, message } of failures) {
    world.problems.push({
      severity: "error",
      code: "RENDER_FAILED",
      message: `The page ${path} could not be rendered: ${message}`,
      story: path.replace(/^\/|\/$/g, "") || "home",
      path: "",
      hint: "Look at what was changed last in this story.",
    });
  }
}

function renderError(failures: readonly { path: string; message: string }[]) {
  const list = failures.slice(0, 10).map(({ path, message }) => `${path}: ${message}`);
  const more = failures.length > 10 ? [`and ${failures.length - 10} more`] : [];
  return sitegenError("RENDER_FAILED", { message: [...list, ...more].join("\n") });
}
