// Drives a browser through a pipe with only the requested DevTools domains enabled: the Debugger domain makes the
// browser keep the position of each line of script, which takes as long again as compiling the script.
import { spawn } from "node:child_process";

export const FLAGS = [
  ...["no-sandbox", "disable-gpu", "disable-quic", "no-first-run"],
  ...["disable-background-networking", "disable-component-update", "disable-sync"],
].map((flag) => `--${flag}`);

/** Starts Chromium. `send` returns a command's result; `on` listens to an event of any session. */
export function openBrowser(chrome, flags) {
  const child = spawn(chrome, ["--headless=new", "--remote-debugging-pipe", ...FLAGS, ...flags, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const [, , , commands, answers] = child.stdio;
  const waiting = new Map();
  const listeners = new Map();
  let rest = "";
  let last = 0;
  const receive = ({ id, result, error, method, params }) => {
    if (method) return listeners.get(method)?.(params);
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (error) reject(new Error(error.message));
    else resolve(result);
  };
  answers.setEncoding("utf8");
  answers.on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const message of messages) receive(JSON.parse(message));
  });
  return {
    send: (method, params = {}, sessionId = undefined) =>
      new Promise((resolve, reject) => {
        last += 1;
        waiting.set(last, { resolve, reject });
        commands.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
      }),
    on: (method, listener) => listeners.set(method, listener),
    close: () => child.kill(),
  };
}
