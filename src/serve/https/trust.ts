/** How this machine is told to trust the local authority: by a command that the user agrees to, never otherwise. */
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../problems/cause.ts";
import type { LocalAuthority } from "./local-authority.ts";

export interface TrustCommand {
  program: string;
  args: string[];
}

const NAME = "sitegen local authority";

/** The command for browsers of this user; none of them takes more rights than the user has. */
export function trustCommand(file: string, { platform, home }: { platform: string; home: string }): TrustCommand {
  if (platform === "darwin") {
    const keychain = `${home}/Library/Keychains/login.keychain-db`;
    return { program: "security", args: ["add-trusted-cert", "-r", "trustRoot", "-k", keychain, file] };
  }
  if (platform === "win32") return { program: "certutil", args: ["-user", "-addstore", "Root", file] };
  // Chrome's own store; the package is libnss3-tools or nss-tools.
  const store = `sql:${home}/.pki/nssdb`;
  return { program: "certutil", args: ["-d", store, "-A", "-t", "C,,", "-n", NAME, "-i", file] };
}

export interface TrustOptions {
  authority: Pick<LocalAuthority, "file" | "folder">;
  platform: string;
  home: string;
  /** Asks on the terminal; null without one, and then nothing is changed. */
  ask: ((question: string) => Promise<boolean>) | null;
  say: (line: string) => void;
  run?: (command: TrustCommand) => Promise<void>;
}

/** Offers to trust the authority, once; says how where nobody can be asked, or the answer was no. */
export async function offerTrust({ authority, platform, home, ask, say, run = execute }: TrustOptions): Promise<void> {
  const { file, folder } = authority;
  const answerFile = join(folder, "trusted");
  const before = await readFile(answerFile, "utf8").catch(() => "");
  if (before === "yes") return;
  const command = trustCommand(file, { platform, home });
  const shown = [command.program, ...command.args.map(quoted)].join(" ");
  const how = `Browsers trust this address once they are told of its authority: ${shown}\nFirefox: Settings > Certificates > Authorities > Import ${file}`;
  if (!ask || before === "no") return say(how);
  const question = `Trust the authority in ${file} for this machine and private networks? Browsers of this user then take its certificates.`;
  const isWanted = await ask(question);
  if (!isWanted) {
    await writeFile(answerFile, "no");
    return say(how);
  }
  try {
    await run(command);
    await writeFile(answerFile, "yes");
    say("The authority is trusted. Restart the browser.");
  } catch (error) {
    say(`It could not be trusted: ${messageOf(error)}\n${how}`);
  }
}

async function execute({ program, args }: TrustCommand): Promise<void> {
  await promisify(execFile)(program, args, { timeout: 120_000 });
}

function quoted(argument: string): string {
  return /^[\w@%+=:,./\\-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
