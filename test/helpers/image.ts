/**
 * The steps of a Dockerfile, and containers of what comes out, without Docker: each in namespaces and a root folder of its
 * own. The base image is this machine's /usr with Node, and an /etc with the users that the images have.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { programPath } from "./test-programs.ts";

export interface Image {
  root: string;
  env: Record<string, string>;
  workdir: string;
  /** Number of user and group. */
  user: string;
  entrypoint: string[];
  cmd: string[];
  health: string[];
}

export interface Container {
  /** The first process, seen from outside. */
  pid(): number;
  output(): string;
  stop(): void;
  ended: Promise<number | null>;
}

const NODE = dirname(process.execPath);
const PATH = `${NODE}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`;
const USERS = { root: "0:0", node: "1000:1000" };

/** Mounts `$1` read-only or not (`$2`) with each pair of what follows until `--`, and becomes the command after it there. */
const START = `root=$1 kind=$2; shift 2
mount --bind "$root" "$root"
mkdir -p "$root/usr" "$root/proc" "$root/dev" "$root/tmp"
mount --rbind /dev "$root/dev"; mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
while [ "$1" != -- ]; do
  if [ -d "$1" ]; then mkdir -p "$root$2"; else mkdir -p "$root$(dirname "$2")"; [ -e "$root$2" ] || : > "$root$2"; fi
  mount --bind "$1" "$root$2"
  [ "$3" = rw ] || mount -o remount,bind,ro "$root$2"
  shift 3
done
shift
[ "$kind" = rw ] || mount -o remount,bind,ro "$root"
cd "$root"; exec chroot . "$@"`;

/** An empty image of this machine's programs. */
export function baseImage(root: string, more: Partial<Image> = {}): Image {
  mkdirSync(join(root, "etc"), { recursive: true });
  for (const name of ["bin", "sbin", "lib", "lib64"])
    if (existsSync(`/usr/${name}`) && !existsSync(join(root, name))) symlinkSync(`usr/${name}`, join(root, name));
  const passwd = Object.entries(USERS).map(([name, numbers]) => `${name}:x:${numbers}::/tmp:/bin/sh\n`);
  writeFileSync(join(root, "etc/passwd"), passwd.join(""));
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  writeFileSync(join(root, "etc/hosts"), "127.0.0.1 localhost listen drafts\n");
  return { root, env: {}, workdir: "/", user: USERS.root, entrypoint: [], cmd: [], health: [], ...more };
}

/** A container; `mounts` are a path here, one there, and `ro` or `rw` each. */
export function startContainer(
  image: Image,
  options: {
    command: readonly string[];
    user?: string;
    mounts?: readonly string[][];
    env?: NodeJS.ProcessEnv;
    isOpen?: boolean;
  },
): Container {
  const { user = image.user, mounts = [], isOpen = false } = options;
  const own = [["/usr", "/usr", "ro"], ...(NODE.startsWith("/usr/") ? [] : [[dirname(NODE), dirname(NODE), "ro"]])];
  const [uid = "", gid = ""] = user.split(":");
  const rights = ["--reuid", uid, "--regid", gid, "--clear-groups"];
  // What every container of compose.yml and kubernetes.yml has.
  const closed = isOpen ? [] : ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"];
  const inside = [
    "setpriv",
    ...rights,
    ...closed,
    "sh",
    "-c",
    'cd "$0" && exec "$@"',
    image.workdir,
    ...options.command,
  ];
  const args = [image.root, isOpen ? "rw" : "ro", ...[...own, ...mounts].flat(), "--", ...inside];
  const flags = ["--mount", "--pid", "--fork", "--kill-child"];
  const child = spawn(programPath("root's namespaces"), [...flags, "sh", "-ec", START, "sh", ...args], {
    env: { PATH, HOME: "/tmp", ...image.env, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      output += data;
    });
  const pid = () => firstOf(child);
  return {
    pid,
    output: () => output,
    stop: () => process.kill(pid(), "SIGTERM"),
    ended: new Promise((done) => child.on("close", done)),
  };
}

function firstOf({ pid }: ChildProcess): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
}

/** Runs the steps of a Dockerfile in a context; stages are folders of `dir`. RUN has the network and npm's cache. */
export async function buildImage(text: string, context: string, dir: string): Promise<Image> {
  const stages = new Map<string, Image>();
  let image = baseImage(join(dir, "none"));
  const list = (words: string) => JSON.parse(words.slice(words.indexOf("["))) as string[];
  const at = (path: string) => join(image.root, posix.resolve(image.workdir, path));
  const steps: Record<string, (words: string) => unknown> = {
    FROM(words) {
      const name = / AS (\w+)$/.exec(words)?.[1] ?? "last";
      image = baseImage(join(dir, name));
      stages.set(name, image);
    },
    ENV: (words) => Object.assign(image.env, Object.fromEntries([words.split("=")])),
    WORKDIR(words) {
      image.workdir = words;
      mkdirSync(at("."), { recursive: true });
    },
    COPY(words) {
      const [, stage, rest = ""] = /^(?:--from=(\w+) )?(.*)$/.exec(words) ?? [];
      const source = stage === undefined ? context : (stages.get(stage)?.root ?? "");
      const [to = "", ...paths] = rest.split(" ").reverse();
      for (const path of paths) copy(join(source, path), at(to), stage === undefined ? ignored(context) : []);
    },
    RUN: (words) => run(image, words),
    USER: (words) => Object.assign(image, { user: USERS[words as keyof typeof USERS] }),
    ENTRYPOINT: (words) => Object.assign(image, { entrypoint: list(words) }),
    CMD: (words) => Object.assign(image, { cmd: list(words) }),
    HEALTHCHECK: (words) => Object.assign(image, { health: list(words) }),
    // What these say is for who runs the image.
    VOLUME: () => undefined,
    EXPOSE: () => undefined,
    STOPSIGNAL: () => undefined,
  };
  const lines = text.replace(/^#.*\n/gm, "").replace(/\\\n\s*/g, "");
  for (const [, name = "", words = ""] of lines.matchAll(/^([A-Z]+) (.*)$/gm)) {
    const step = steps[name];
    if (!step) throw new Error(`Unknown step ${name}`);
    await step(words);
  }
  return image;
}

async function run(image: Image, script: string): Promise<void> {
  const shared = ["/etc/resolv.conf", "/etc/ssl", "/etc/nsswitch.conf"].filter((path) => existsSync(path));
  const home = process.env.HOME ?? "/root";
  const mounts = [...shared.map((path) => [path, path, "ro"]), [home, home, "rw"]];
  const env = { ...process.env, PATH, NODE_ENV: image.env.NODE_ENV };
  const step = startContainer(image, { command: ["sh", "-c", script], mounts, env, isOpen: true });
  const code = await step.ended;
  if (code !== 0) throw new Error(`RUN ${script} ended with ${code}:\n${step.output()}`);
}

function ignored(context: string): string[] {
  return readFileSync(join(context, ".dockerignore"), "utf8").split("\n").filter(Boolean);
}

/** What a folder contains, or a file into a folder, as COPY does. */
function copy(from: string, to: string, without: readonly string[]): void {
  mkdirSync(to, { recursive: true });
  if (statSync(from).isFile()) return void execFileSync("cp", ["-a", from, to]);
  const script = 'tar -C "$0" -c "$@" . | tar -C "$TO" -x';
  const args = without.map((name) => `--exclude=./${name}`);
  execFileSync("sh", ["-ec", script, from, ...args], { env: { ...process.env, TO: to } });
}
