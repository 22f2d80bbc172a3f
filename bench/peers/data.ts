/** The pages of a peer, pulled once per process from the service in the environment variables `BENCH_*`. */

import { resolvePage } from "../../src/generate/render-route.ts";
import type { Payload, Shared } from "../../src/site/api/payload.ts";
import { forLanguage } from "../../src/site/by-language.ts";
import { pullSite } from "./pull-site.ts";

/** Props of a page. */
export interface PageProps {
  payload: Payload;
  shared: Shared;
}

export interface Pages {
  /** Paths with slashes at both ends. */
  paths: readonly string[];
  propsOf(path: string): PageProps;
}

let pages: Promise<Pages> | undefined;

/** The pages of the space; each page's props are created on demand. */
export function loadPages(): Promise<Pages> {
  pages ??= pull();
  return pages;
}

async function pull(): Promise<Pages> {
  const setting = (name: string) => process.env[`BENCH_${name}`] ?? "";
  const { context } = await pullSite({
    endpoint: setting("ENDPOINT"),
    token: setting("TOKEN"),
    state: setting("STATE"),
    configFile: setting("CONFIG"),
  });
  const routes = new Map(context.site.routes.map((route) => [route.path, route]));
  return {
    paths: [...routes.keys()],
    propsOf(path) {
      const route = routes.get(path);
      if (!route) throw new Error(`The space has no page at ${path}.`);
      const payload = JSON.parse(resolvePage(route, context).json) as Payload;
      return { payload, shared: forLanguage(context.shared, payload.lang) };
    },
  };
}
