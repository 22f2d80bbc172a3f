import { spawn } from "node:child_process";

export interface RegeneratorOptions {
  /** Program and arguments of one build. */
  command: readonly [file: string, ...args: string[]];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
  /** No build starts before this. */
  after: Promise<void>;
  onStart: () => void;
  /** What the build says about problems and errors, as it comes. */
  onOutput: (text: string) => void;
  onDone: (result: Regenerated) => void;
}

export interface Regenerated {
  ok: boolean;
  /** What it printed on stdout. */
  report: string;
  ms: number;
}

/**
 * Builds in a process of its own, so that changed code is loaded afresh. Requests that come while one runs make
 * one more run after it, however many they are.
 */
export function createRegenerator(options: RegeneratorOptions): { request(): void; idle(): Promise<void> } {
  let running: Promise<void> | null = null;
  let again = false;
  const loop = async () => {
    do {
      again = false;
      options.onStart();
      const result = await run(options);
      if (!options.signal.aborted) options.onDone(result);
    } while (again && !options.signal.aborted);
    running = null;
  };
  return {
    request() {
      again = true;
      void options.after.then(() => {
        if (again && !options.signal.aborted) running ??= loop();
      });
    },
    idle: async () => {
      await running;
    },
  };
}

function run({ command: [file, ...args], cwd, env, signal, onOutput }: RegeneratorOptions): Promise<Regenerated> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => child.kill("SIGINT");
    signal.addEventListener("abort", stop);
    let report = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      report += text;
    });
    child.stderr.setEncoding("utf8").on("data", onOutput);
    const end = (ok: boolean) => {
      signal.removeEventListener("abort", stop);
      resolve({ ok, report, ms: Math.round(performance.now() - started) });
    };
    child.on("error", (error) => {
      onOutput(`${error.message}\n`);
      end(false);
    });
    child.on("close", (code) => end(code === 0 || code === 3));
  });
}
