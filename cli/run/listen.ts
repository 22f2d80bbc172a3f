import { join, resolve } from "node:path";
import type { Config, SpaceSettings } from "../../src/config/config.ts";
import { assertOneDomain } from "../../src/deploy/local-build.ts";
import { parseTarget } from "../../src/deploy/parse-target.ts";
import { variableOf } from "../../src/fetch/pull-spaces.ts";
import { whenAborted } from "../../src/http/listening.ts";
import { createBoard } from "../../src/listen/board.ts";
import { createBuildQueue } from "../../src/listen/build-queue.ts";
import { createConsole } from "../../src/listen/console/console.ts";
import { noticeBody, type Places, shapeFor } from "../../src/listen/notice.ts";
import { createNotifier } from "../../src/listen/notifier.ts";
import { openPublishLog, type PublishEntry } from "../../src/listen/publish-log.ts";
import { startWebhookServer } from "../../src/listen/server.ts";
import { pathOf, type WebhookAccess } from "../../src/listen/signature.ts";
import { speechFor } from "../../src/listen/words.ts";
import type { ShareRequest } from "../../src/preview/share-draft.ts";
import { sitegenError } from "../../src/problems/errors.ts";
import { createResidentBuilder, type ResidentBuilder } from "../../src/resident/resident-builder.ts";
import { domainsOf } from "../../src/site/domains.ts";
import { KEY_VARIABLE, openSeal } from "../../src/state/seal.ts";
import { isUrl } from "../../src/util/is-url.ts";
import { siteAddress } from "../../src/verify/verify.ts";
import { type CommandContext, configOf } from "../command-context.ts";
import { createStageChecks } from "./listen-check.ts";
import { createPublisher, type ListenFlags } from "./listen-publish.ts";
import { createStepLog, editorPlaces } from "./listen-steps.ts";

/** `sitegen listen`: receives webhooks and runs one generate at a time. */
export async function runListen(flags: ListenFlags, context: CommandContext): Promise<number> {
  const { streams, cwd, signal } = context;
  const { env, config } = await configOf(flags, context);
  const access = webhookAccess(config, flags);
  const stateDir = resolve(cwd, flags.state);
  const target = flags.deploy === undefined ? null : parseTarget(flags.deploy, cwd); // refused before the server starts
  if (target) assertOneDomain(resolve(cwd, flags.out), await domainFolders(config, stateDir));
  openSeal(env[KEY_VARIABLE] ?? ""); // refuses a short key before anything is uploaded
  if (flags.verify !== undefined) siteAddress(flags.verify);
  const notifyUrl = notifyAddress(flags.notify ?? config.notifyUrl);
  const log = (line: string) => streams.stderr.write(`${new Date().toISOString()} ${line}\n`);
  const board = createBoard(openPublishLog(join(stateDir, "listen", "publishes.json"), log));
  const steps = createStepLog();
  const places = (): Places =>
    editorPlaces(config, { stateDir, site: flags.verify ?? publisher.news()?.address ?? "" });
  const notifier = notifyUrl && createNotifier({ url: notifyUrl, log });
  const said = () => ({ places: places(), speech: speechFor("", board.state) });
  const tell = (entry: PublishEntry) => notifyUrl && notifier?.send(noticeBody(entry, shapeFor(notifyUrl), said()));
  let builder: ResidentBuilder | undefined;
  const publisher = createPublisher({
    config,
    env,
    flags,
    context,
    log,
    board,
    steps,
    target,
    tell,
    builder: () => {
      builder ??= createResidentBuilder(); // not needed before the server listens
      return builder;
    },
  });
  const everyMs = flags.every === undefined ? undefined : Math.min(flags.every * 1000, LONGEST_MS);
  const queue = createBuildQueue({ run: publisher.run, log, everyMs });
  const routes =
    config.consoleKey === ""
      ? null
      : createConsole({
          key: config.consoleKey,
          board,
          publisher: queue,
          places,
          log,
          restorable: () => publisher.news()?.restorable ?? new Set(),
          details: steps.read,
          ...(config.share.secret !== "" && {
            share: (story) => shareForAWeek({ config, stateDir, ...story, signal }),
          }),
        });
  const server = await startWebhookServer({
    host: flags.host,
    port: flags.port,
    access,
    publisher: queue,
    log,
    ...(routes && { console: routes }),
    onStage: createStageChecks({ config, flags, context, log, board, tell }),
    hasSource: (name) => publisher.sources()?.includes(name) ?? true,
  });
  streams.stdout.write(`http://${flags.host}:${server.port}/\n`);
  log("listening");
  queue.trigger({ isEvent: false }); // publishes what changed while this was not running
  await whenAborted(signal);
  routes?.close();
  await server.close();
  await queue.stop();
  builder?.close();
  await notifier?.close();
  return 130;
}

/** Of a definition that cannot be read none are known; the first build tells what is wrong with it. */
async function domainFolders(config: Config, stateDir: string): Promise<string[]> {
  const { openSite } = await import("../../src/generate/open-site.ts");
  const opened = await openSite(config, stateDir).catch(() => null);
  const loaded = await opened?.load().catch(() => null);
  return loaded ? domainsOf(loaded.site.languages, "").map(({ folder }) => folder) : [];
}

type ShareInput = Pick<ShareRequest, "config" | "stateDir" | "story" | "space" | "signal">;

/** A link to a draft from the console, as `sitegen share` makes it. */
async function shareForAWeek(input: ShareInput): Promise<{ url: string; until: string }> {
  const { shareDraft } = await import("../../src/preview/share-draft.ts");
  const at = input.config.share.address;
  const { url, until } = await shareDraft({ ...input, language: "", release: "", lasts: 7 * 86_400_000, at });
  return { url, until: new Date(until).toISOString() };
}

/** The longest time that a timer takes. */
const LONGEST_MS = 2 ** 31 - 1;
/** Shorter addresses can be found by trying. */
const SHORTEST_PATH = 8;

/** What webhooks have to show. Those of another space may show what is set for it, or the same as the main one's. */
function webhookAccess({ storyblok }: Config, flags: ListenFlags): WebhookAccess[] {
  const isSet = (one: SpaceSettings) => (flags.pathSecret ? one.webhookPath : one.webhookSecret) !== "";
  const others = Object.entries(storyblok.spaces).filter(([, one]) => isSet(one));
  return [["", storyblok] as const, ...others].map(([space, settings]) => accessOf(settings, space, flags));
}

function accessOf(
  { webhookSecret: secret, webhookPath }: SpaceSettings,
  space: string,
  { pathSecret = false }: ListenFlags,
): WebhookAccess {
  if (!pathSecret && secret === "") {
    throw sitegenError("LISTEN_CONFIG", {
      message: "No webhook secret is set, so webhooks cannot be verified.",
      hint: "Set STORYBLOK_WEBHOOK_SECRET to the secret of the webhook in the content service, or use --path-secret if your plan has none.",
    });
  }
  if (!pathSecret) return { secret, path: "" };
  const path = pathOf(`/${webhookPath}`);
  if (path.length <= SHORTEST_PATH || /[?#\s]/.test(webhookPath) || /^\/+(console|sources)\b/.test(path)) {
    throw sitegenError("LISTEN_CONFIG", {
      message: `--path-secret needs an address of at least ${SHORTEST_PATH} characters that cannot be guessed in ${variableOf("STORYBLOK_WEBHOOK_PATH", space)}.`,
      hint: "Set it to the output of `openssl rand -hex 24`, and let the content service call this server's address with it at the end.",
    });
  }
  return { secret, path: webhookPath };
}

/** The address itself is in no message. */
function notifyAddress(text: string): URL | null {
  if (text === "") return null;
  const url = isUrl(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "") return url;
  throw sitegenError("LISTEN_CONFIG", {
    message: "--notify needs an http(s) address without a user name, such as the one of an incoming webhook in Slack.",
  });
}
