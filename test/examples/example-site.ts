/** An example beside the packed package, with a second system that it asks, on loopback. */
import { createHash } from "node:crypto";
import { cpSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join, relative } from "node:path";
import fg from "fast-glob";
import type { Page } from "playwright";
import { whenApp } from "../e2e/site.ts";
import { runOutside } from "../helpers/packed-package.ts";

/** A second system: one answer, which a test changes. */
export interface OtherSystem {
  origin: string;
  body: string;
  close(): Promise<void>;
}

export async function startOtherSystem(type: string, body: string): Promise<OtherSystem> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", type);
    response.end(system.body);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const system: OtherSystem = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    body,
    close: () => new Promise((done) => server.close(() => done())),
  };
  return system;
}

interface Report {
  ok: boolean;
  problems: unknown[];
  pages: { total: number; written: number; removed: number };
}

export interface ExampleSite {
  out: string;
  generate(): Promise<Report>;
  /** What `check` prints. */
  check(): Promise<string>;
  /** Runs a program of the site's node_modules. */
  run(program: string, ...args: string[]): Promise<string>;
  /** HTML of a page, without what React puts between texts. */
  page(path: string): string;
  /** Paths of the pages whose file is not as it was when this was called last. */
  changed(): string[];
}

/** Copies an example out of the installed package, as docs/examples.md says. */
export function openExample(installed: string, name: string, env: Readonly<Record<string, string>>): ExampleSite {
  const modules = join(installed, "node_modules");
  const dir = join(installed, "..", name);
  cpSync(join(modules, "sitegen-storyblok/examples", name), dir, { recursive: true });
  symlinkSync(relative(dir, modules), join(dir, "node_modules"));
  const out = join(dir, "out");
  const run = (program: string, ...args: string[]) =>
    runOutside(process.execPath, [join(modules, program), ...args], dir, env);
  const sitegen = (...args: string[]) => run("sitegen-storyblok/bin/sitegen.mjs", ...args);
  let before: Record<string, string> = {};
  return {
    out,
    run,
    generate: async () => JSON.parse(await sitegen("generate", "--json", "--quiet")),
    check: () => sitegen("check"),
    page: (path) => readFileSync(join(out, path, "index.html"), "utf8").replaceAll("<!-- -->", ""),
    changed() {
      const now = Object.fromEntries(
        fg.sync("**/index.html", { cwd: out }).map((file) => [
          `/${file.slice(0, -"index.html".length)}`,
          createHash("sha1")
            .update(readFileSync(join(out, file)))
            .digest("hex"),
        ]),
      );
      const paths = Object.keys(now).filter((path) => before[path] !== now[path]);
      before = now;
      return paths.sort();
    },
  };
}

/** All that a page's console and its scripts say, and requests that were answered with an error. */
export function messagesOf(view: Page): string[] {
  const messages: string[] = [];
  view.on("console", (message) => messages.push(message.text()));
  view.on("pageerror", ({ message }) => messages.push(message));
  view.on(
    "response",
    (response) => response.status() >= 400 && messages.push(`${response.status()} ${response.url()}`),
  );
  return messages;
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What is not accessible, or wider than the window, on pages at the width of a phone and of a desk. */
export async function faultsOf(view: Page, origin: string, paths: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of paths) {
    await view.goto(origin + path);
    // Some controls come with script.
    await view.keyboard.press("Shift");
    await whenApp(view);
    await view.evaluate(AXE);
    for (const width of [1440, 390]) {
      await view.setViewportSize({ width, height: 900 });
      const found = await view.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import("axe-core") };
        const { violations } = await axe.run();
        const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        const { style, scrollWidth } = document.documentElement;
        if (scrollWidth > innerWidth) found.push("too wide");
        // As a phone's settings do.
        style.fontSize = "200%";
        if (innerWidth < 400 && document.documentElement.scrollWidth > innerWidth)
          found.push("too wide with large text");
        style.fontSize = "";
        return found;
      });
      faults.push(...found.map((fault) => `${width} ${path} ${fault}`));
    }
  }
  return faults;
}
