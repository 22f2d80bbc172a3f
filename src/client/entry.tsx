import { hydrateRoot } from "react-dom/client";
import { App, type Components } from "../blocks/app.tsx";
import { loaders } from "../blocks/gen/loaders.ts";
import type { Payload, Shared } from "../content/payload.ts";

async function start() {
  const payload = JSON.parse(document.getElementById("payload")?.textContent ?? "null") as Payload;
  const shared = (await (await fetch(document.documentElement.dataset.shared ?? "")).json()) as Shared;
  const names = [...new Set([...payload.blocks, ...shared.blocks])];
  const loaded = await Promise.all(names.map(async (name) => [name, await loaders[name]?.()] as const));
  const components = Object.fromEntries(loaded.filter(([, component]) => component)) as Components;
  const container = document.getElementById("app");
  if (container) hydrateRoot(container, <App shared={shared} payload={payload} components={components} />);
}

void start();
