// Changes the code in small ways, one at a time, and checks that a test fails: `node test/mutation/run.mjs [part of a
// file's name] [--every N]`. It works on a copy of the repository, takes every Nth change of a file (default 4) and
// prints those that no test noticed. The last line is the score. Exit code 1 below 0.75.
import { fork } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fg from "fast-glob";
import { mutantsOf } from "./mutants.mjs";

/** Files with the tests that guard them. */
const GUARDED = [
  ["src/content/rules/*.ts", ["test/content"]],
  ["src/redirects/*.ts", ["test/redirects"]],
  ["src/fetch/transport/{retry-policy,scheduler,send-get}.ts", ["test/fetch/transport", "test/fetch/answers.test.ts"]],
  [
    "src/publish/{build-files,paths}.ts",
    [
      "test/publish/paths.test.ts",
      "test/security/hostile-slugs.test.ts",
      "test/publish/references.test.ts",
      "test/publish/output-transaction.test.ts",
    ],
  ],
  [
    "src/serve/{request-path,send-file}.ts",
    ["test/serve/request-path.test.ts", "test/serve/static-host.test.ts", "test/security/editor-token.test.ts"],
  ],
  [
    "src/generate/{collect-problems,gather-redirects,page-references,page-styles,rename-record,render-routes}.ts",
    [
      "test/generate/collect-problems.test.ts",
      "test/generate/page-references.test.ts",
      "test/generate/page-styles.test.ts",
      "test/generate/removals.test.ts",
      "test/generate/slowest-pages.test.ts",
      "test/redirects/gather.test.ts",
      "test/redirects/record-renames.test.ts",
    ],
  ],
  [
    "src/generate/{host-files,page-renderer,render-payload,render-pool,render-route,render-routes,site-code-cache,unchanged-build}.ts",
    [
      "test/generate/environments.test.ts",
      "test/generate/policy.test.ts",
      "test/generate/render-errors.test.ts",
      "test/generate/render-routes.test.ts",
      "test/generate/site-code-cache.test.ts",
      "test/generate/unchanged-build.test.ts",
      "test/generate/write-site.test.ts",
    ],
  ],
  [
    "src/generate/{client-cache,load-site,site-settings,source-location}.ts",
    [
      "test/generate/client-cache.test.ts",
      "test/generate/environments.test.ts",
      "test/generate/policy.test.ts",
      "test/generate/site-files.test.ts",
    ],
  ],
  ["src/content/map/{site-model,site-stories,path-owners,listing-pages}.ts", ["test/content/site-model.test.ts"]],
  ["src/files/state-table.ts", ["test/incremental/state-table.test.ts"]],
  ["src/incremental/page-graph.ts", ["test/incremental/page-graph.test.ts"]],
  [
    "src/generate/{what-moved,render-routes}.ts",
    ["test/generate/render-routes.test.ts", "test/generate/damaged-state.test.ts"],
  ],
  ["src/generate/outputs/*.ts", ["test/generate/outputs.test.ts", "test/generate/site-files.test.ts"]],
  [
    "src/resident/dev/{dev-sources,failure,module-versions,update-queue}.ts",
    ["test/resident/dev.test.ts", "test/resident/update-queue.test.ts"],
  ],
  ["src/assets/sanitize-svg.ts", ["test/security/svg.test.ts"]],
];

const root = fileURLToPath(new URL("../..", import.meta.url));
const at = process.argv.indexOf("--every");
const every = at < 0 ? 4 : Number(process.argv[at + 1]);
const wanted = process.argv[2]?.startsWith("--") ? "" : (process.argv[2] ?? "");
const copy = mkdtempSync(join(tmpdir(), "sitegen-mutation-"));
for (const name of fg.sync("*", {
  cwd: root,
  onlyFiles: false,
  dot: true,
  ignore: [".git", "node_modules", "out", ".sitegen", ".cache"],
}))
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));

/** Milliseconds of the unchanged tests, and of a change at least. */
const FIRST_MS = 600_000;
const LONGEST_MS = 120_000;

/** A Vitest process for the tests of a group. If a change makes it hang, it is killed and restarted. */
function openSession(tests) {
  let child = null;
  let longest = FIRST_MS;
  const answer = () =>
    new Promise((done) => {
      const end = (value) => {
        clearTimeout(timer);
        child.off("message", end).off("exit", died);
        done(value);
      };
      const died = () => end(false);
      const timer = setTimeout(() => child.kill("SIGKILL"), longest);
      child.once("message", end).once("exit", died);
    });
  return {
    /** True if the tests pass after files were changed; false if they do not end. */
    async pass(changed = []) {
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        child = fork(join(copy, "test/mutation/session.mjs"), [copy, ...tests], { cwd: copy, stdio: "ignore" });
        if ((await answer()) !== "ready") return false;
      }
      const answered = answer();
      child.send({ changed });
      return answered;
    },
    /** From now on tests may take four times as long as the last run did. */
    limit: (ms) => {
      longest = Math.max(LONGEST_MS, 4 * ms);
    },
    close: () => child?.kill(),
  };
}

let made = 0;
let noticed = 0;
try {
  for (const [pattern, tests] of GUARDED) {
    const files = fg
      .sync(pattern, { cwd: root })
      .filter((file) => file.includes(wanted))
      .sort();
    if (files.length === 0) continue;
    const session = openSession(tests);
    const began = performance.now();
    if (!(await session.pass())) throw new Error(`Unchanged, ${tests.join(" ")} do not pass.`);
    session.limit(performance.now() - began);
    const before = { made, noticed };
    let last = "";
    for (const file of files) {
      const text = readFileSync(join(root, file), "utf8");
      for (const [index, mutant] of mutantsOf(file, text).entries()) {
        if (index % every !== 0) continue;
        writeFileSync(join(copy, file), mutant.apply());
        made += 1;
        const changed = [last, file].map((one) => join(copy, one)); // the last one has been restored
        if (await session.pass(changed)) console.log(`${file}:${mutant.line}  ${mutant.from}  ->  ${mutant.to}`);
        else noticed += 1;
        last = file;
      }
      writeFileSync(join(copy, file), text);
    }
    session.close();
    console.log(`${pattern}: ${noticed - before.noticed} of ${made - before.made} changes noticed`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}
console.log(`${noticed} of ${made} changes noticed`);
process.exitCode = noticed >= 0.75 * made ? 0 : 1;
