import { readFile } from "node:fs/promises";
import type { Lang } from "../content/model.ts";
import { errorPayload } from "../content/page-payload.ts";
import type { PullResult } from "../fetch/pull-space.ts";
import type { Problem } from "../problem.ts";
import type { Output } from "../publish/output.ts";
import type { GatheredAssets } from "./gather.ts";
import { renderHtml } from "./make-page.ts";
import type { BuildOptions, BuildReport } from "./options.ts";
import type { Client } from "./prepare-client.ts";
import type { World } from "./world.ts";

export interface WriteInput extends BuildOptions {
  world: World;
  output: Output;
  client: Client;
  assets: GatheredAssets;
  pulled: PullResult;
}

const ERROR_TITLE = "Ups, you got lost!";

/** Stages everything that is not a page of a story; `publish` then makes the stage the site. */
export async function writeSite(input: WriteInput) {
  const { world, output, client, assets } = input;
  for (const file of client.files) await output.put(file.path, file.bytes);
  for (const { path, source } of assets.files) if (!output.keep(path)) await output.put(path, await readFile(source));
  for (const lang of ["en", "de"] as const) await writeLanguage(lang, world, output);
  const problems: Problem[] = [];
  return { problems, publish: () => publish(input) };
}

async function writeLanguage(lang: Lang, world: World, output: Output): Promise<void> {
  const shared = world.sharedFiles[lang];
  await output.put(shared.path, shared.text);
  const html = renderHtml(errorPayload(lang, world.settings, ERROR_TITLE), world);
  await output.put(lang === "de" ? "de/404.html" : "404.html", html);
}

async function publish({
  output,
  world,
  pulled,
  out,
  config,
}: WriteInput): Promise<Omit<BuildReport, "ms" | "requests" | "problems">> {
  const buildId = "skeleton";
  const total = world.site.routes.length;
  await output.put("_assets/builds/latest.json", JSON.stringify({ id: buildId }));
  const result = await output.publish({
    latest: "_assets/builds/latest.json",
    retain: { buildId, keepBuilds: config.keepBuilds },
  });
  return {
    ok: true,
    buildId,
    cv: pulled.space.cv,
    out,
    stories: world.site.entries.en.size + world.site.entries.de.size,
    pages: { total, written: result.written, unchanged: result.unchanged, removed: result.removed },
    redirects: 0,
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}
