/** WebKit as Debian ships it (`webkit2gtk-driver`, `xvfb`), by the WebDriver protocol: the nearest to Safari on Linux. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { freePort } from "./free-port.ts";

export const HAS_WEBKIT = ["/usr/bin/WebKitWebDriver", "/usr/bin/xvfb-run", "/usr/bin/dbus-run-session"].every((path) =>
  existsSync(path),
);

export interface WebkitPage {
  goto(url: string): Promise<void>;
  back(): Promise<void>;
  /** Runs the body of a function in the page. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  close(): Promise<void>;
}

export async function openWebkit(): Promise<WebkitPage> {
  const port = await freePort();
  const env = { ...process.env, LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" };
  const command = ["-a", "dbus-run-session", "--", "WebKitWebDriver", `--port=${port}`];
  const driver = spawn("xvfb-run", command, { env, stdio: "ignore", detached: true });
  const end = () => driver.pid && process.kill(-driver.pid);
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const sent = method === "GET" ? {} : { body: JSON.stringify(body ?? {}) };
    const { value } = await (await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent })).json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  try {
    for (let tries = 0; !(await ask("GET", "/status").catch(() => null)); tries += 1) {
      if (tries > 100) throw new Error("WebKitWebDriver does not answer.");
      await setTimeout(100);
    }
    const { sessionId } = (await ask("POST", "/session", { capabilities: {} })) as { sessionId: string };
    const session = `/session/${sessionId}`;
    return {
      goto: async (url) => void (await ask("POST", `${session}/url`, { url })),
      back: async () => void (await ask("POST", `${session}/back`)),
      run: async <T>(script: string, ...args: unknown[]) =>
        (await ask("POST", `${session}/execute/sync`, { script, args })) as T,
      async close() {
        await ask("DELETE", session).catch(() => null);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}
