import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PACKAGE_ROOT } from "../package-root.ts";

/** CI services with a file of their own: where it goes and which template it is. */
export const CI_FILES = {
  github: { path: ".github/workflows/site.yml", template: "ci/github-actions.yml" },
  gitlab: { path: ".gitlab-ci.yml", template: "ci/gitlab-ci.yml" },
  netlify: { path: "netlify.toml", template: "ci/netlify.toml" },
  vercel: { path: "vercel.json", template: "ci/vercel.json" },
  cloudflare: { path: "wrangler.toml", template: "ci/wrangler.toml" },
} as const;
export type CiName = keyof typeof CI_FILES;

/** Which host's own files a CI choice implies. */
const HOST_OF: Partial<Record<CiName, string>> = {
  github: "github-pages",
  netlify: "netlify",
  vercel: "vercel",
  cloudflare: "cloudflare",
};

export interface InitAnswers {
  companyName: string;
  origin: string;
  platformName: string;
  ci: CiName | "none";
}

const IGNORED = ["node_modules/", "out/", ".sitegen/", ".env"];

/** Writes what a site's folder needs; files that are there stay as they are. Answers what was written and what was kept. */
export async function initFolder(dir: string, answers: InitAnswers): Promise<{ written: string[]; kept: string[] }> {
  const host = answers.ci === "none" ? undefined : HOST_OF[answers.ci];
  const files: [path: string, text: string][] = [
    [
      "sitegen.config.ts",
      fill(await template("init/config.template"), { ...answers, hosts: host ? JSON.stringify(host) : "" }),
    ],
    [".env.example", await template("init/env.example")],
    ["redirects/redirects.csv", "from,to,status,query\n"],
  ];
  if (answers.ci !== "none") files.push([CI_FILES[answers.ci].path, await template(CI_FILES[answers.ci].template)]);
  const written: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of files) {
    const target = join(dir, path);
    if (existsSync(target)) {
      kept.push(path);
      continue;
    }
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
    written.push(path);
  }
  if (await addIgnored(dir)) written.push(".gitignore");
  return { written, kept };
}

function template(name: string): Promise<string> {
  return readFile(join(PACKAGE_ROOT, "templates", name), "utf8");
}

/** Values end up inside double quotes. */
function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
    const value = values[name];
    if (value === undefined) return whole;
    return name === "hosts" ? value : JSON.stringify(value).slice(1, -1);
  });
}

/** Adds the lines that are missing to .gitignore; answers whether there were any. */
async function addIgnored(dir: string): Promise<boolean> {
  const path = join(dir, ".gitignore");
  const before = await readFile(path, "utf8").catch(() => "");
  const lines = before.split(/\r?\n/);
  const missing = IGNORED.filter((line) => !lines.includes(line));
  if (missing.length === 0) return false;
  await writeFile(path, `${before}${before === "" || before.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
  return true;
}
