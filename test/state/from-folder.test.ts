/** What `--from` makes of the state that `deploy` left in a folder: of all of it, and of what cannot be used. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addChecksum, verifyChecksum } from "../../src/files/checksum-file.ts";
import { sha256 } from "../../src/files/hash.ts";
import { namesInClient } from "../../src/state/left-client.ts";
import { openSeal } from "../../src/state/seal.ts";
import { expectDeployed } from "../deploy/deploy-folders.ts";
import { KEY, type Machines, openMachines } from "./machines.ts";

vi.mock("../../src/files/script-file.ts", () => ({
  scriptFile: (name: string) => (name === "state-worker" ? `${import.meta.dirname}/../../dist/${name}.mjs` : null),
}));

const written = (result: { stdout: string }) => JSON.parse(result.stdout).pages;

describe("a machine that has nothing", () => {
  let machines: Machines;
  beforeAll(async () => {
    machines = await openMachines("folder");
    for (const machine of ["first", "whole"])
      expect(await machines.on(machine, ["generate"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first")).toMatchObject({ code: 0 });
  });
  afterAll(() => machines.close());

  test("a checkout with other times does not bundle the browser's code again, and one with other code does", async () => {
    const hero = join(machines.dir, "blocks/hero/hero.tsx");
    const text = readFileSync(hero, "utf8");
    const told = async (machine: string) => {
      const args = ["generate", "--verbose", "--from", machines.address];
      const { code, stderr } = await machines.on(machine, args);
      return [code, /Client: (.*)/.exec(stderr)?.[1]];
    };
    utimesSync(hero, 1, 1);
    expect(await told("checkout")).toEqual([0, "kept from the last build"]);
    writeFileSync(hero, text.replaceAll("h1", "h4"));
    expect(await told("edited")).toEqual([0, "bundled"]);
    writeFileSync(hero, text);
  });

  test("a build without the target makes the whole site here, also where only a part of it was", async () => {
    expect(await machines.from("third")).toMatchObject({ code: 0 });
    expect(existsSync(join(machines.dir, "third/out/three/index.html"))).toBe(false);
    const built = await machines.on("third", ["generate", "--json"]);
    expect(written(built), built.stderr).toMatchObject({ total: 4 });
    expect(built.stdout).not.toContain("SNAPSHOT_DAMAGED");
    for (const page of ["index.html", "one/index.html", "three/index.html"])
      expect(readFileSync(join(machines.dir, "third/out", page))).toEqual(
        readFileSync(join(machines.dir, "whole/out", page)),
      );
  });

  test("`pull --from` brings all stories, and asks the service for what changed alone", async () => {
    const pulled = await machines.on("puller", ["pull", "--json", "--from", machines.address]);
    expect(pulled, pulled.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(pulled.stdout).requests.total).toBe(1);
    expect(await machines.on("puller", ["generate", "--offline"])).toMatchObject({ code: 0 });
    expect(readdirSync(join(machines.dir, "puller/out"))).toEqual(readdirSync(join(machines.dir, "whole/out")));
  });
});

test("a build on several machines that share nothing but the target", async () => {
  const machines = await openMachines("folder");
  try {
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first")).toMatchObject({ code: 0 });
    const hero = "blocks/hero/hero.tsx";
    const text = readFileSync(join(machines.dir, hero), "utf8");
    machines.write({ [hero]: text.replaceAll("h1", "h2") });
    const from = ["--from", machines.address];
    for (const shard of ["1/2", "2/2"]) {
      const rendered = await machines.on(`pod-${shard[0]}`, ["generate", "--shard", shard, ...from]);
      expect(rendered, rendered.stderr).toMatchObject({ code: 0 });
    }
    const merged = await machines.on("merger", ["merge", "pod-1/out", "pod-2/out", "--json", ...from]);
    expect(merged, merged.stderr).toMatchObject({ code: 0 });
    expect(written(merged)).toMatchObject({ total: 4, written: 4 });
    expect(await machines.deploy("merger")).toMatchObject({ code: 0 });
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    await expectDeployed(join(machines.dir, "whole/out"), await machines.target.tree("www"));
  } finally {
    await machines.close();
  }
});

describe("what cannot be used", () => {
  let machines: Machines;
  beforeAll(async () => {
    machines = await openMachines("folder");
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first")).toMatchObject({ code: 0 });
  });
  afterAll(() => machines.close());
  const pageOf = (machine: string) => readFileSync(join(machines.dir, machine, "out/three/index.html"), "utf8");
  /** Builds on a new machine, which must end as if there were no state, with a notice. */
  const expectFullPull = async (machine: string) => {
    const built = await machines.from(machine);
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(built.stderr).toContain("The state at the target is not used: ");
    expect(written(built)).toMatchObject({ total: 4, written: 4 });
    expect(pageOf(machine)).toBe(pageOf("first"));
    return built.stderr;
  };

  test("the state lies where visitors do not get and only its owner may read, and is data alone", () => {
    expect(statSync(machines.beside).mode & 0o777).toBe(0o700);
    expect(machines.parts().length).toBeGreaterThan(4);
    expect(readdirSync(machines.target.address("www"))).not.toContain(".www.state");
  });

  test("a part that was changed, is cut off, or is gone: a full pull, and the next deploy leaves it again", async () => {
    const faults: Record<string, (file: string) => void> = {
      changed: (file) => {
        const bytes = readFileSync(file);
        bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
        writeFileSync(file, bytes);
      },
      cut: (file) => writeFileSync(file, readFileSync(file).subarray(0, 20)),
      gone: (file) => rmSync(file),
    };
    for (const [name, fault] of Object.entries(faults)) {
      for (const part of machines.parts()) if (part !== "list") fault(join(machines.beside, part));
      await expectFullPull(name);
      expect(await machines.deploy(name)).toMatchObject({ code: 0 });
      const healed = await machines.from(`after-${name}`);
      expect(written(healed), healed.stderr).toMatchObject({ written: 0 });
    }
  });

  test("stories whose parts are lost in the middle of a build: the same", async () => {
    const hero = "blocks/hero/hero.tsx";
    const text = readFileSync(join(machines.dir, hero), "utf8");
    machines.write({ [hero]: text.replaceAll("h1", "h3") });
    const list = readFileSync(join(machines.beside, "list"));
    const { files } = JSON.parse(brotliDecompressSync(list.subarray(1)).toString());
    const pack = files.find(({ path }: { path: string }) => path.startsWith("snapshot/pack-"));
    expect(pack.parts.length).toBeGreaterThan(2);
    rmSync(join(machines.beside, pack.parts[1]));
    const built = await machines.from("lost");
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(built.stderr).toContain("a part of it is missing");
    expect(pageOf("lost")).toContain("<h3>three");
    expect(await machines.deploy("lost")).toMatchObject({ code: 0 });
    expect(machines.parts()).toContain(pack.parts[1]);
    machines.write({ [hero]: text });
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first")).toMatchObject({ code: 0 });
  });

  test("a list that was changed, and the state of another version or of another build than the target serves", async () => {
    const list = join(machines.beside, "list");
    const bytes = readFileSync(list);
    writeFileSync(list, bytes.subarray(0, bytes.length - 3));
    await expectFullPull("broken-list");
    const opened = brotliDecompressSync(bytes.subarray(1)).toString();
    const other = brotliCompressSync(opened.replace(/"version":"[^"]*"/, '"version":"9.9.9"'));
    writeFileSync(list, Buffer.concat([bytes.subarray(0, 1), other]));
    expect(await expectFullPull("other-version")).toContain("version 9.9.9 of sitegen left it");
    writeFileSync(list, bytes);
    const latest = join(machines.target.address("www"), "_assets/builds/latest.json");
    const text = readFileSync(latest, "utf8");
    writeFileSync(latest, text.replace(/"id":"\w{4}/, '"id":"abcd'));
    await expectFullPull("other-build");
    writeFileSync(latest, text);
  });

  test("old paths of renamed stories come back also where the rest of the state is not used", async () => {
    const rename = async (rows: object[]) => {
      writeFileSync(join(machines.dir, "first/state/renames.json"), JSON.stringify(rows));
      expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
      expect(await machines.deploy("first")).toMatchObject({ code: 0 });
    };
    await rename([{ from: "/once/", to: "/one/" }]);
    const list = join(machines.beside, "list");
    const opened = brotliDecompressSync(readFileSync(list).subarray(1)).toString();
    const other = brotliCompressSync(opened.replace(/"version":"[^"]*"/, '"version":"9.9.9"'));
    writeFileSync(list, Buffer.concat([readFileSync(list).subarray(0, 1), other]));
    await expectFullPull("renamed");
    expect(readFileSync(join(machines.dir, "renamed/out/once/index.html"), "utf8")).toContain("/one/");
    await rename([]);
  });

  test("a target without a state, or none at all", async () => {
    const there = await machines.on("empty", ["generate", "--json", "--from", join(machines.dir, "nothing")]);
    expect(there, there.stderr).toMatchObject({ code: 0 });
    expect(there.stderr).toContain("there is none yet");
    expect(existsSync(join(machines.dir, "nothing"))).toBe(false);
  });

  test("what a build left names its files; what none left is not used", () => {
    const stored = readFileSync(join(machines.dir, "first/state/cache/client.json"), "utf8");
    const client = JSON.parse(verifyChecksum(stored) ?? "");
    const namesIn = (left: unknown) => namesInClient(addChecksum(JSON.stringify(left)));
    expect(namesIn(client)).toEqual(expect.arrayContaining([client.app, client.css]));
    const secret = { path: "_assets/files/secret.txt", source: "/etc/passwd", hash: sha256("secret") };
    for (const change of [
      { app: '_assets/"><script>evil()</script>' },
      { folders: [{ dir: "/", glob: "**" }] },
      { sheets: { ...client.sheets, uses: { hero: [4_000_000_000] } } },
      { siteFiles: [secret] },
    ])
      expect(namesIn({ ...client, ...change }), JSON.stringify(change)).toBeNull();
    expect(namesIn([1])).toBeNull();
    expect(namesInClient(stored.replace("_assets/", "_other/"))).toBeNull();
  });

  test("browser's code that no build left is bundled again, and nothing of it gets into the site", async () => {
    const list = join(machines.beside, "list");
    const bytes = readFileSync(list);
    const opened = (name: string) => brotliDecompressSync(readFileSync(join(machines.beside, name)).subarray(1));
    const seal = openSeal("");
    const leave = async (change: (client: Record<string, unknown>) => unknown) => {
      const { files, ...rest } = JSON.parse(brotliDecompressSync(bytes.subarray(1)).toString());
      const { parts } = files.find(({ path }: { path: string }) => path === "small");
      const small: [string, string][] = JSON.parse(Buffer.concat(parts.map(opened)).toString());
      const changed = small.map(([path, text]) => {
        if (path !== "cache/client.json") return [path, text];
        return [path, addChecksum(JSON.stringify(change(JSON.parse(verifyChecksum(text) ?? ""))))];
      });
      const content = Buffer.from(JSON.stringify(changed));
      const name = seal.nameOf(content);
      writeFileSync(join(machines.beside, name), await seal.close(content, name));
      const one = { path: "small", size: content.length, parts: [name] };
      const all = [...files.filter(({ path }: { path: string }) => path !== "small"), one];
      writeFileSync(list, await seal.close(Buffer.from(JSON.stringify({ ...rest, files: all })), "list"));
    };
    const idOf = (machine: string) =>
      JSON.parse(readFileSync(join(machines.dir, machine, "out/_assets/builds/latest.json"), "utf8")).id;
    for (const [machine, change] of Object.entries({
      script: { hash: "other", commonHash: "other", app: '_assets/"><script>evil()</script>' },
      missing: { hash: "other", commonHash: "other", app: "_assets/app-none.js" },
      outside: { files: [["_assets/../../evil.js", 1]] },
    })) {
      await leave((client) => ({ ...client, ...change }));
      const built = await machines.on(machine, ["generate", "--verbose", "--from", machines.address]);
      expect(built, built.stderr).toMatchObject({ code: 0 });
      expect(built.stderr).toContain("Client: bundled");
      expect(idOf(machine)).toBe(idOf("first"));
    }
    writeFileSync(list, bytes);
  });

  test("another site's state is an error, and nothing is built", async () => {
    const config = JSON.parse(readFileSync(join(machines.dir, "sitegen.config.json"), "utf8"));
    machines.write({
      "other.json": JSON.stringify({ ...config, site: { ...config.site, origin: "https://y.example" } }),
    });
    const built = await machines.on("other", ["generate", "--from", machines.address, "--config", "other.json"]);
    expect(built).toMatchObject({ code: 1 });
    expect(built.stderr).toContain("STATE_OTHER_SITE");
    expect(existsSync(join(machines.dir, "other/out/index.html"))).toBe(false);
  });

  test("a key that is wrong, missing, short or new", async () => {
    expect(await machines.deploy("first", { SITEGEN_STATE_KEY: KEY })).toMatchObject({ code: 0 });
    const sealed = machines.parts().map((name) => readFileSync(join(machines.beside, name), "latin1"));
    expect(sealed.some((text) => text.includes("snapshot/"))).toBe(false);
    for (const [key, why] of [
      [`${KEY}1`, "was not left with the key in SITEGEN_STATE_KEY"],
      ["", "is encrypted, and SITEGEN_STATE_KEY is not set"],
      ["short", "fewer than 32 characters"],
    ] as const) {
      const built = await machines.from("keyless", { SITEGEN_STATE_KEY: key });
      expect(built, built.stderr).toMatchObject({ code: 1 });
      expect(built.stderr).toContain("STATE_KEY");
      expect(built.stderr).toContain(why);
      expect(built.stderr).not.toContain(KEY);
    }
    expect(written(await machines.from("keyed", { SITEGEN_STATE_KEY: KEY }))).toMatchObject({ written: 0 });
  });

  test("where the state cannot be hidden, none is left without a key, and this is said", async () => {
    rmSync(machines.beside, { recursive: true });
    writeFileSync(machines.beside, "in the way");
    const deployed = await machines.deploy("first");
    expect(deployed).toMatchObject({ code: 0 });
    expect(deployed.stderr).toContain("No state is left at the target");
    rmSync(machines.beside);
    mkdirSync(machines.beside);
  });
});

describe("what a target may be in the middle of", () => {
  let machines: Machines;
  beforeAll(async () => {
    machines = await openMachines("folder");
    for (const headline of ["Before", "Now"]) {
      machines.publish("one", headline);
      expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
      expect(await machines.deploy("first")).toMatchObject({ code: 0 });
    }
  });
  afterAll(() => machines.close());
  const expectDeploys = async (machine: string) => {
    const deployed = await machines.deploy(machine);
    expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    await expectDeployed(join(machines.dir, "whole/out"), await machines.target.tree("www"));
  };

  test("a build was put back: the next machine builds from its state, and can deploy", async () => {
    expect(await machines.on("first", ["rollback"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first")).toMatchObject({ code: 0 });
    const built = await machines.from("after-rollback");
    expect(built, built.stderr).toMatchObject({ code: 0 });
    await expectDeploys("after-rollback");
  });

  test("a pack that is brought at the beginning has lost its only part: a full pull", async () => {
    const list = readFileSync(join(machines.beside, "list"));
    const { files } = JSON.parse(brotliDecompressSync(list.subarray(1)).toString());
    const packs = files.filter((file: { path: string; parts: string[] }) => /pack-/.test(file.path));
    const small = packs.find(({ parts }: { parts: string[] }) => parts.length === 1);
    rmSync(join(machines.beside, small.parts[0]));
    const built = await machines.from("lost-pack");
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(built.stderr).toContain("The state at the target is not used: a part of it is missing.");
    await expectDeploys("lost-pack");
  });

  const interrupt = (builder: string) => {
    const latest = join(machines.dir, builder, "out/_assets/builds/latest.json");
    const builds = [JSON.parse(readFileSync(latest, "utf8")).id];
    const started = { id: "1", pid: 1, started: "", space: "other", since: "2026-01-01T00:00:00.000Z" };
    const work = join(machines.target.address("www"), ".sitegen-deploy");
    mkdirSync(work, { recursive: true });
    writeFileSync(join(work, "lock"), JSON.stringify({ ...started, builds, ended: true }));
  };

  test("the deploy of a machine that has only what changed was interrupted: its next one completes it", async () => {
    machines.publish("one", "Other");
    const built = await machines.from("again");
    expect(written(built), built.stderr).toMatchObject({ written: 1 });
    interrupt("again");
    await expectDeploys("again");
  });

  test("a deploy was interrupted, so the target may lack what the next one would leave as it is: a full pull", async () => {
    interrupt("after-rollback");
    const place = machines.target.address("www");
    writeFileSync(join(place, "one/index.html"), "of the interrupted deploy");
    const built = await machines.from("after-interrupted");
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(built.stderr).toContain("The state at the target is not used: a deploy was interrupted there.");
    await expectDeploys("after-interrupted");
  });
});

/** In turns, each beginning with what the other left at the target. */
describe("machines that keep their folders", () => {
  let machines: Machines;
  beforeAll(async () => {
    machines = await openMachines("folder");
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first")).toMatchObject({ code: 0 });
  });
  afterAll(() => machines.close());

  async function ship(machine: string) {
    const built = await machines.from(machine);
    expect(built, built.stderr).toMatchObject({ code: 0 });
    const deployed = await machines.deploy(machine);
    expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
  }

  test("what another machine removed meanwhile is in no one's way", async () => {
    machines.publish("page", "New");
    await ship("second");
    machines.service.unpublish("page");
    await ship("third");
    // The target forgets the builds that the second one knows.
    for (const headline of ["A", "B"]) {
      machines.publish("one", headline);
      await ship("third");
    }
    machines.publish("page", "Back");
    await ship("second");
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    await expectDeployed(join(machines.dir, "whole/out"), await machines.target.tree("www"));
  });

  test("a build without the target can be deployed to another", async () => {
    machines.publish("two", "Other");
    expect(await machines.from("fourth")).toMatchObject({ code: 0 });
    expect(await machines.on("fourth", ["generate"])).toMatchObject({ code: 0 });
    expect(existsSync(join(machines.dir, "fourth/out/three/index.html"))).toBe(true);
    const deployed = await machines.on("fourth", ["deploy", machines.target.address("www2")]);
    expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
  });
});
