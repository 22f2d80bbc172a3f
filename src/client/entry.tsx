/** The app. Loaded by the boot script, which hands over what happened before. */
import type { Shared } from "../content/payload.ts";
import { hydrateApp } from "./app/client-app.tsx";
import { loadComponents } from "./app/load-components.ts";
import { resume } from "./app/resume.ts";
import { runApp } from "./app/run.ts";
import { readFacts } from "./page/facts.ts";

export interface Handover {
  /** The shared state, asked for while this file was still on its way. */
  shared: Promise<unknown>;
  /** Called right before React listens; what it returns is called when React answers. */
  handOver(): () => void;
}

/** Takes the page over: loads the chunks of its blocks, hydrates, starts everything that runs in an open page. */
export async function start({ shared, handOver }: Handover): Promise<void> {
  const facts = readFacts(document);
  const container = document.getElementById("app");
  if (!container) throw new Error("The page has no root.");
  const state = (await shared) as Shared;
  const components = await loadComponents([...facts.payload.blocks, ...state.blocks]);
  const onReady = handOver();
  const app = await hydrateApp(container, { shared: state, payload: facts.payload, components });
  runApp(app, facts);
  onReady();
  resume();
}
