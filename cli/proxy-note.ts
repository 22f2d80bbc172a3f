/** What is said of a proxy where something cannot be reached. */

type Environment = Readonly<Record<string, string | undefined>>;

const NAMES = ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY"].flatMap((name) => [name, name.toLowerCase()]);

/** The variable that names a proxy, or null. Its value may have a password. */
export function proxyOf(env: Environment): string | null {
  return NAMES.find((name) => env[name]) ?? null;
}

/** Whether it is asked, in a few words. */
export function proxyUse(env: Environment): string {
  return isFollowed(env) ? "only the content service is asked through it" : "everything is asked directly";
}

/** What to do besides about an address that cannot be reached directly; "" if no proxy is meant for it. */
export function proxyNote({ code, message }: { code: string; message: string }, env: Environment): string {
  const name = proxyOf(env);
  const isAsked = code.startsWith("FETCH_") && isFollowed(env);
  if (name === null || isAsked || !code.endsWith("_UNREACHABLE") || LOOPBACK.test(message)) return "";
  const direct = (env.NO_PROXY ?? env.no_proxy ?? "").split(/[\s,]+/).filter((host) => host !== "");
  if (direct.some((host) => host === "*" || message.includes(host.replace(/^\*/, "")))) return "";
  return ` ${name} is set, but ${whoIgnoresIt(code)}.`;
}

const LOOPBACK = /(?:^|[\s/@])(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?=[:/\s]|$)/;

/** Node does it for requests of the content service alone, and only where it is told to. */
function whoIgnoresIt(code: string): string {
  if (!code.startsWith("FETCH_")) return "sitegen asks sites and targets directly: this machine has to reach them";
  const node = `Node ${process.versions.node}`;
  return KNOWS_PROXIES
    ? `${node} follows it only with NODE_USE_ENV_PROXY=1 in the environment`
    : `${node} does not follow it: use Node 22.21, 24.5 or later with NODE_USE_ENV_PROXY=1 in the environment`;
}

const [MAJOR = 0, MINOR = 0] = process.versions.node.split(".").map(Number);
const KNOWS_PROXIES = MAJOR > 24 || (MAJOR === 24 && MINOR >= 5) || (MAJOR === 22 && MINOR >= 21);

function isFollowed({ NODE_USE_ENV_PROXY, NODE_OPTIONS = "" }: Environment): boolean {
  return KNOWS_PROXIES && (NODE_USE_ENV_PROXY === "1" || NODE_OPTIONS.includes("--use-env-proxy"));
}
