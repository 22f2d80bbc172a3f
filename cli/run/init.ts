import { resolve } from "node:path";
import { sitegenError } from "../../src/errors.ts";
import { CI_FILES, type InitAnswers, initFolder } from "../../src/init/init-folder.ts";
import type { InitFlags } from "../commands/init.ts";
import type { CommandContext } from "../main.ts";
import { createStyle } from "../style.ts";
import { openQuestions } from "./ask.ts";
import { isFileError, isWithin, reasonOf } from "./file-error.ts";

const DEFAULTS: InitAnswers = {
  companyName: "Example GmbH",
  origin: "https://www.example.com",
  platformName: "Lumen",
  ci: "none",
};

/** `sitegen init`: a folder to start a site in. */
export async function runInit(flags: InitFlags, { streams, cwd, signal }: CommandContext): Promise<number> {
  const given = { companyName: flags.company, origin: flags.origin, platformName: flags.platform, ci: flags.ci };
  const quiet = flags.yes === true || process.stdin.isTTY !== true || Boolean(streams.env.CI);
  const answers = quiet ? withDefaults(given) : await ask(given, signal);
  check(answers);
  const dir = resolve(cwd, flags.dir);
  const { written, kept } = await initFolder(dir, answers).catch((cause: unknown) => {
    if (!isFileError(cause) || !isWithin(cause.path, dir)) throw cause;
    throw sitegenError("INIT_FAILED", {
      message: `${dir} cannot be set up: ${reasonOf(cause)}.`,
      where: cause.path,
      hint: "Check its permissions or choose another with --dir.",
      cause,
    });
  });
  const style = createStyle(streams.stderr, streams.env);
  for (const path of written) streams.stderr.write(`${style.green("wrote")} ${path}\n`);
  for (const path of kept) streams.stderr.write(`${style.dim("kept")}  ${path} (it was there)\n`);
  streams.stderr.write("\nNext: copy .env.example to .env, set STORYBLOK_TOKEN, then run `npx sitegen generate`.\n");
  return 0;
}

type Given = { [K in keyof InitAnswers]?: InitAnswers[K] | undefined };

function withDefaults(given: Given): InitAnswers {
  return {
    companyName: given.companyName ?? DEFAULTS.companyName,
    origin: given.origin ?? DEFAULTS.origin,
    platformName: given.platformName ?? DEFAULTS.platformName,
    ci: given.ci ?? DEFAULTS.ci,
  };
}

async function ask(given: Given, signal: AbortSignal): Promise<InitAnswers> {
  const questions = openQuestions({ input: process.stdin, output: process.stderr, signal });
  const question = async (text: string, known: string | undefined, fallback: string) =>
    known ?? (await questions.ask(text, fallback));
  try {
    const companyName = await question("Company", given.companyName, DEFAULTS.companyName);
    const origin = await question("Address of the site", given.origin, DEFAULTS.origin);
    const platformName = await question("Name of your platform", given.platformName, DEFAULTS.platformName);
    const ci = await question(`CI: ${[...Object.keys(CI_FILES), "none"].join(", ")}`, given.ci, DEFAULTS.ci);
    return { companyName, origin, platformName, ci: ci as InitAnswers["ci"] }; // checked by the caller
  } finally {
    questions.close();
  }
}

function check({ origin, platformName, ci }: InitAnswers): void {
  const wrong = (message: string, hint: string) => sitegenError("INIT_FAILED", { message, hint });
  if (!/^https?:\/\/[^/\s]+$/.test(origin)) {
    throw wrong(`"${origin}" is not the address of a site.`, "Give it as https://www.example.com, without a path.");
  }
  if (!/^[A-Z][A-Za-z0-9]*$/.test(platformName)) {
    throw wrong(`"${platformName}" cannot name components.`, "Use letters and digits with a capital first letter.");
  }
  if (ci !== "none" && !(ci in CI_FILES)) {
    throw wrong(`There is no CI file for "${ci}".`, `Choose one of ${Object.keys(CI_FILES).join(", ")} or none.`);
  }
}
