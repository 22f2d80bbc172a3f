import { resolve } from "node:path";
import type { Config, SpaceSettings } from "../../src/config/config.ts";
import { regionEndpoints } from "../../src/config/load-config.ts";
import { withBase } from "../../src/content/rules/paths.ts";
import { type Answer, askAll, type Checked, type Finding, good, type Question } from "../../src/doctor/finding.ts";
import {
  checkBuild,
  checkCaches,
  checkFrame,
  checkHome,
  checkIndexed,
  checkNotFound,
  createAsk,
  isHome,
} from "../../src/doctor/live-site.ts";
import { checkDisk, checkOutput } from "../../src/doctor/machine.ts";
import { checkPreviewToken, checkToken, type ServiceAccess } from "../../src/doctor/service.ts";
import { checkWebhook } from "../../src/doctor/webhook.ts";
import { ofVariables } from "../../src/fetch/pull-spaces.ts";
import { shownPath } from "../../src/files/real-path.ts";
import { spaceFolder } from "../../src/generate/content-service.ts";
import { openSite } from "../../src/generate/open-site.ts";
import { publicFiles } from "../../src/generate/public-files.ts";
import { SitegenError } from "../../src/problems/errors.ts";
import { SILENT } from "../../src/problems/reporter.ts";
import { MAIN_SPACE, spaceOf } from "../../src/site/spaces.ts";
import { once } from "../../src/util/once.ts";
import { siteAddress } from "../../src/verify/verify.ts";
import { type CommandContext, configOf, type FolderFlags } from "../command-context.ts";
import { proxyNote, proxyOf, proxyUse } from "../proxy-note.ts";
import { createStyle, pluralize } from "../report.ts";
import { withStateFolder } from "./state-folder.ts";
import { verifyLive } from "./verify.ts";

export interface DoctorFlags extends FolderFlags {
  webhook?: string;
  headers: boolean;
}

/** Longest wait for an answer of the site, the webhook or the content service. */
const TIMEOUT_MS = 10_000;

/** Files, pages and redirects of a build that are asked. */
const SAMPLE = 20;

/** `sitegen doctor`: asks every question once and prints what is wrong, on one screen. */
export async function runDoctor(url: string | undefined, flags: DoctorFlags, context: CommandContext): Promise<number> {
  const { cwd, signal } = context;
  // Refused before anything is asked.
  const site = url === undefined ? null : siteAddress(url);
  const webhook = flags.webhook === undefined ? null : siteAddress(flags.webhook) && flags.webhook;
  const load = once(() => configOf(flags, context));
  const loaded = question("configuration", async () => {
    const { file, environment } = (await load()).config;
    return good(`${shownPath(cwd, file)}, ${environment}`);
  });
  const checked = await askAll([...machineQuestions(flags, context), loaded], signal);
  const { config } = await load().catch(() => ({ config: null }));
  if (config) {
    const asked = [...configQuestions(config), ...serviceQuestions(config, signal)];
    checked.push(...(await askAll([...asked, ...webhookQuestions(webhook, config, signal)], signal)));
    if (site !== null) checked.push(...(await askAll(siteQuestions(site, { config, flags, context }), signal)));
  }
  print(checked, { url, flags, context });
  return checked.some(({ findings }) => findings.length > 0) ? 4 : 0;
}

const question = (name: string, ask: () => Promise<Answer>): Question => ({ name, ask });

function machineQuestions(flags: DoctorFlags, { cwd, streams: { env } }: CommandContext): Question[] {
  const proxy = proxyOf(env);
  const folders = { out: resolve(cwd, flags.out), stateDir: resolve(cwd, flags.state) };
  return [
    // One that is too old was refused by bin/sitegen.mjs.
    question("node", async () => good(process.versions.node)),
    ...(proxy === null ? [] : [question("proxy", async () => good(`${proxy} is set; ${proxyUse(env)}`))]),
    question("output folder", () => checkOutput(folders)),
    question("state folder", () =>
      withStateFolder(folders.stateDir, async () => checkDisk(folders.stateDir, `${folders.stateDir}, writable`)),
    ),
  ];
}

function configQuestions(config: Config): Question[] {
  return [
    question("site definition", async () => {
      const site = await openSite(config, null);
      const { site: resolved } = await site.load();
      const count = Object.keys(resolved.pageTypes).length;
      return good(`${shownPath(config.root, site.file)}, ${pluralize(count, "page type")}`);
    }),
    question("public folder", async () => good(pluralize(publicFiles(config).length, "file"))),
  ];
}

function serviceQuestions(config: Config, signal: AbortSignal): Question[] {
  const { storyblok, site } = config;
  // What is wrong with the definition is a finding of its own question.
  const languages = once(async () => (await (await openSite(config, null)).load()).site.languages);
  const homesOf = (space: string) => async () => {
    const all = await languages().catch(() => []);
    const homes = (isOwn: boolean) =>
      all.filter((one) => (spaceOf(one) === space) === isOwn).map(({ home }) => withBase(site.base, home.slice(1)));
    return { own: homes(true), others: homes(false) };
  };
  const timeoutMs = Math.min(storyblok.timeoutMs, TIMEOUT_MS);
  const accessOf = (settings: SpaceSettings, space: string): ServiceAccess => {
    const regions = regionEndpoints(storyblok);
    return { ...settings, regions, homes: homesOf(space), timeoutMs, now: Date.now, signal };
  };
  const own =
    storyblok.endpoint === ""
      ? [question("content service", async () => good(`embedded, ${spaceFolder(config)}`))]
      : tokenQuestions(MAIN_SPACE, accessOf(storyblok, MAIN_SPACE));
  const others = Object.entries(storyblok.spaces).flatMap(([space, one]) =>
    tokenQuestions(space, accessOf(one, space)),
  );
  return [...own, ...others];
}

function tokenQuestions(space: string, access: ServiceAccess): Question[] {
  const asked = (name: string, ask: () => Promise<Answer>) =>
    question(space === MAIN_SPACE ? name : `${name} (${space})`, async () => {
      const { findings, ...answer } = await ask();
      const of = (text: string) => ofVariables(text, space);
      const ofSpace = ({ message, where, hint, ...one }: Finding): Finding => {
        return { ...one, message: of(message), where: of(where), hint: of(hint) };
      };
      return { ...answer, findings: findings.map(ofSpace) };
    });
  return [asked("token", () => checkToken(access)), asked("preview token", () => checkPreviewToken(access))];
}

function webhookQuestions(webhook: string | null, { storyblok }: Config, signal: AbortSignal): Question[] {
  const hasSecret = storyblok.webhookSecret !== "" || storyblok.webhookPath !== "";
  if (webhook === null) {
    return [
      question("webhook", async () =>
        good(`${hasSecret ? "has a secret" : "no secret set"}; --webhook asks its address`),
      ),
    ];
  }
  const ask = createAsk({ timeoutMs: TIMEOUT_MS, signal });
  return [question("webhook", () => checkWebhook(webhook, { ask, hasSecret }))];
}

function siteQuestions(
  site: string,
  { config, flags, context }: { config: Config; flags: DoctorFlags; context: CommandContext },
): Question[] {
  const { cwd, signal } = context;
  const ask = createAsk({ timeoutMs: TIMEOUT_MS, signal });
  const { base } = config.site;
  // Several questions are about one answer.
  const home = once(() => ask(site));
  const headers = flags.headers && !(config.hosts.length > 0 && config.hosts.every((host) => host === "github-pages"));
  const isThere = async (answer: () => Promise<Answer>): Promise<Answer> =>
    isHome(site, base) && (await home().catch(() => null))?.status === 200 ? answer() : good("not asked");
  return [
    question("site", async () => checkHome(await home(), site, { ask, base })),
    question("unknown page", () => isThere(() => checkNotFound(site, ask))),
    question("editor", () => isThere(async () => checkFrame(await home(), site, config.preview.editorOrigins))),
    question("search engines", () => isThere(async () => checkIndexed(await home(), site))),
    question("caches", () => isThere(async () => checkCaches(await home(), site, ask))),
    question("build", () =>
      isThere(async () => {
        const [out, stateDir] = [resolve(cwd, flags.out), resolve(cwd, flags.state)];
        const common = { config, url: site, out, stateDir, headers, sample: SAMPLE, connections: 8, signal };
        try {
          return checkBuild(await verifyLive({ ...common, reporter: SILENT }));
        } catch (error) {
          if (!(error instanceof SitegenError) || error.code !== "DEPLOY_NO_BUILD") throw error;
          return good(`not compared: no build in ${flags.out}`);
        }
      }),
    ),
  ];
}

function print(
  checked: readonly Checked[],
  { url, flags, context }: { url: string | undefined; flags: DoctorFlags; context: CommandContext },
): void {
  const { stdout, env } = context.streams;
  const findings = checked.flatMap((one) => one.findings);
  for (const one of findings) one.hint += proxyNote(one, env);
  if (flags.json) {
    const checks = checked.map(({ name, said, findings: wrong }) => ({ name, ok: wrong.length === 0, said }));
    stdout.write(`${JSON.stringify({ ok: findings.length === 0, url: url ?? null, checks, findings })}\n`);
    return;
  }
  const style = createStyle(stdout, env);
  for (const { name, said, findings: wrong } of checked) {
    stdout.write(`${wrong.length === 0 ? style.green("✓") : style.red("✗")} ${name.padEnd(15)} ${said}\n`);
    for (const { code, message, where, hint } of wrong) {
      const place = where === "" || message.includes(where) ? "" : ` (${where})`;
      stdout.write(`    ${style.dim(code)} ${message}${place}\n    What to do: ${hint}\n`);
    }
  }
  stdout.write(`\n${pluralize(checked.length, "question")} asked, ${findings.length} wrong\n`);
}
