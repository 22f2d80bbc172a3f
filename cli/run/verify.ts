import { basename, dirname, join, resolve } from "node:path";
import type { Config } from "../../src/config/config.ts";
import { readOrNull } from "../../src/files/read-or-null.ts";
import { loadHeaderSettings } from "../../src/generate/host-files.ts";
import { readRenameRecord } from "../../src/generate/rename-record.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { readDomains } from "../../src/publish/kept-builds.ts";
import { securityHeaders } from "../../src/render/hosts/headers.ts";
import { HOST_FILE_NAMES, POLICY_FILES, policyIn } from "../../src/render/hosts/host.ts";
import { isUrl } from "../../src/util/is-url.ts";
import { siteAddress, type VerifyOptions, type VerifyReport, verify } from "../../src/verify/verify.ts";
import { type CommandContext, configOf, type FolderFlags } from "../command-context.ts";
import { createReporter, createStyle } from "../report.ts";

export interface VerifyFlags extends FolderFlags {
  sample?: number;
  headers: boolean;
  jobs: number;
}

/** Most mismatches printed as text; --json prints all. */
const MAX_SHOWN = 30;

/** `sitegen verify`: checks a live site once and prints what is wrong. */
export async function runVerify(url: string, flags: VerifyFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal, onFailure } = context;
  const reporter = createReporter(streams, flags);
  onFailure(() => ({ url: url.replace(/\/\/[^/]*@/, "//"), buildId: "", checked: 0, wrong: [] }));
  siteAddress(url); // refused before an error names it
  const { config } = await configOf(flags, context);
  const { headers, sample, jobs: connections } = flags;
  const place = { out: resolve(cwd, flags.out), stateDir: resolve(cwd, flags.state) };
  const given = { ...place, config, url, headers, sample, connections, reporter, signal };
  const report = await verifyLive(given).finally(() => reporter.end());
  if (flags.json) streams.stdout.write(`${JSON.stringify(report)}\n`);
  summarize(report, flags, context);
  return report.ok ? 0 : 1;
}

/** Verifies a live site against the build and the configuration. */
export async function verifyLive(
  options: { config: Config; stateDir: string; headers: boolean } & Pick<
    VerifyOptions,
    "url" | "out" | "sample" | "connections" | "reporter" | "signal"
  >,
): Promise<VerifyReport> {
  const { config, stateDir, headers } = options;
  const { out, folder } = await siteAt(options.url, options.out);
  const below = folder === "" ? "/" : `/${folder}/`;
  const renames = (await readRenameRecord(stateDir)).flatMap(({ from }) =>
    from.startsWith(below) ? [`/${from.slice(below.length)}`] : [],
  );
  const expectations = { headers, security: await expectedHeaders(config, stateDir, out) };
  return verify({ ...options, out, renames, hostFiles: HOST_FILE_NAMES, expectations });
}

/** The site in the output folder for a URL: with several domains, the one with this origin. */
export async function siteAt(url: string, out: string): Promise<{ out: string; folder: string }> {
  const domains = await readDomains(out);
  if (domains.length === 0) {
    const siblings = await readDomains(dirname(out));
    const isDomain = siblings.some(({ folder }) => folder === basename(out));
    return { out, folder: isDomain ? basename(out) : "" };
  }
  const origin = isUrl(url) ? new URL(url).origin : "";
  const domain = domains.find((one) => one.origin === origin);
  if (domain) return { out: join(out, domain.folder), folder: domain.folder };
  throw sitegenError("VERIFY_ADDRESS", {
    message: `${out} holds ${domains.map((one) => `${one.origin} in ${one.folder}/`).join(" and ")}; ${url} is none of them.`,
    hint: "Give the address of one of them, or the folder of its site with --out.",
  });
}

/**
 * The headers that hosts should send. The policy is that of the build, as it stands in a host's file in `out`: it depends on
 * the environment of the build, which may not be this one. Without such a file it is computed.
 */
async function expectedHeaders(config: Config, stateDir: string, out: string): Promise<Record<string, string>> {
  const { csp, indexed } = await loadHeaderSettings(config, stateDir);
  const texts = POLICY_FILES.map((name) => readOrNull(join(out, name))?.toString() ?? "");
  const written = texts.map(policyIn).find((policy) => policy !== null);
  const headers = securityHeaders({ csp: written ?? csp, indexed });
  return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
}

function summarize(report: VerifyReport, flags: VerifyFlags, { streams }: CommandContext): void {
  const style = createStyle(streams.stderr, streams.env);
  const { wrong, checked, url, buildId, ok } = report;
  if (!flags.json) {
    for (const { path, what, expected, got } of wrong.slice(0, MAX_SHOWN)) {
      streams.stderr.write(`${style.red("wrong")} ${path}: ${what} is ${got || "missing"}, expected ${expected}\n`);
    }
    if (wrong.length > MAX_SHOWN)
      streams.stderr.write(`and ${wrong.length - MAX_SHOWN} more; --json prints all of them\n`);
  }
  if (flags.quiet) return;
  const summary = ok
    ? `${style.green("✓")} ${url} is build ${buildId}`
    : `${style.red("✗")} ${url} is not build ${buildId}`;
  streams.stderr.write(`${summary}: ${checked} addresses checked, ${wrong.length} wrong\n`);
}
