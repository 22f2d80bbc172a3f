/** `deploy` leaves the state at the target, and `--from` begins with it on a machine that has nothing. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addChecksum, verifyChecksum } from "../../src/files/checksum-file.ts";
import { sha256 } from "../../src/files/hash.ts";
import { openSeal } from "../../src/state/seal.ts";
import { expectDeployed } from "../deploy/deploy-folders.ts";
import { KINDS } from "../deploy/targets.ts";
import { KEY, type Machines, openMachines } from "./machines.ts";

const written = (result: { stdout: string }) => JSON.parse(result.stdout).pages;

describe.each(KINDS)("%s", (kind) => {
  let machines: Machines;
  const env = kind === "S3" ? { SITEGEN_STATE_KEY: KEY } : {};
  beforeAll(async () => {
    machines = await openMachines(kind);
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    expect(await machines.deploy("first", env)).toMatchObject({ code: 0 });
  });
  afterAll(() => machines.close());
  /** What visitors get. */
  const site = async () => {
    const files = Object.entries(await machines.target.tree("www"));
    return Object.fromEntries(files.filter(([path]) => !path.startsWith(".sitegen-deploy/state/")));
  };

  test("a machine without anything builds and deploys one publish, and the target is that of a whole build", async () => {
    machines.publish("one", "Other");
    const built = await machines.from("second", env);
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(written(built)).toMatchObject({ total: 4, written: 1, unchanged: 3 });
    const deployed = await machines.deploy("second", env);
    expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    await expectDeployed(join(machines.dir, "whole/out"), await site());

    // And from what the second left.
    machines.publish("two", "Other");
    const next = await machines.from("third", env);
    expect(written(next), next.stderr).toMatchObject({ written: 1, unchanged: 3 });
    expect(await machines.deploy("third", env)).toMatchObject({ code: 0 });
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    await expectDeployed(join(machines.dir, "whole/out"), await site());
  });

  test("the next deploy deletes what killed ones have left of a state, and no file of others", async () => {
    const [part, unfinished, other] = ["0".repeat(32), `${"0".repeat(16)}.tmp`, "notes.txt"];
    const folder = kind === "S3" ? ".sitegen-deploy/state" : "../.www.state";
    for (const name of [part, unfinished, other]) await machines.target.plant("www", `${folder}/${name}`, "left");
    const left = async () =>
      kind === "S3" ? Object.keys(await machines.target.tree("www")).map((path) => basename(path)) : machines.parts();
    const deployed = await machines.deploy("third", env);
    expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
    expect(await left()).toEqual(expect.arrayContaining(["list", other]));
    expect((await left()).filter((name) => [part, unfinished].includes(name))).toEqual([]);
  });

  test("a checkout with other times does not bundle the browser's code again, and one with other code does", async () => {
    const hero = join(machines.dir, "blocks/hero/hero.tsx");
    const text = readFileSync(hero, "utf8");
    const told = async (machine: string) => {
      const args = ["generate", "--verbose", "--from", machines.address];
      const { code, stderr } = await machines.on(machine, args, env);
      return [code, /Client: (.*)/.exec(stderr)?.[1]];
    };
    utimesSync(hero, 1, 1);
    expect(await told("checkout")).toEqual([0, "kept from the last build"]);
    writeFileSync(hero, text.replaceAll("h1", "h4"));
    expect(await told("edited")).toEqual([0, "bundled"]);
    writeFileSync(hero, text);
  });

  test("a build without the target makes the whole site here, also where only a part of it was", async () => {
    const built = await machines.on("third", ["generate", "--json"]);
    expect(written(built), built.stderr).toMatchObject({ total: 4 });
    expect(built.stdout).not.toContain("SNAPSHOT_DAMAGED");
    for (const page of ["index.html", "one/index.html", "three/index.html"])
      expect(readFileSync(join(machines.dir, "third/out", page))).toEqual(
        readFileSync(join(machines.dir, "whole/out", page)),
      );
  });

  test("when every page is made again, the stories come from the target", async () => {
    const hero = "blocks/hero/hero.tsx";
    const text = readFileSync(join(machines.dir, hero), "utf8");
    machines.write({ [hero]: text.replaceAll("h1", "h2") });
    const built = await machines.from("fourth", env);
    expect(written(built), built.stderr).toMatchObject({ written: 4 });
    expect(built.stderr).not.toContain("not used");
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    const page = (machine: string) => readFileSync(join(machines.dir, machine, "out/three/index.html"), "utf8");
    expect(page("fourth")).toBe(page("whole"));
    machines.write({ [hero]: text });
  });

  test("`pull --from` brings all stories, and asks the service for what changed alone", async () => {
    const pulled = await machines.on("puller", ["pull", "--json", "--from", machines.address], env);
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

test.each(KINDS)("%s that is switched: a machine without anything builds, and the trees are whole", async (kind) => {
  const machines = await openMachines(kind);
  const env = kind === "S3" ? { SITEGEN_STATE_KEY: KEY } : {};
  const deploy = (machine: string) => machines.on(machine, ["deploy", machines.address, "--switch"], env);
  try {
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    expect(await deploy("first")).toMatchObject({ code: 0 });
    for (const [nth, slug] of ["one", "two", "three", "home"].entries()) {
      machines.publish(slug, "Other");
      const built = await machines.from(`machine-${nth}`, env);
      expect(written(built), built.stderr).toMatchObject({ written: 1, unchanged: 3 });
      const deployed = await deploy(`machine-${nth}`);
      expect(deployed, deployed.stderr).toMatchObject({ code: 0 });
    }
    expect(await machines.on("whole", ["generate"])).toMatchObject({ code: 0 });
    const tree = await machines.target.tree("www");
    const live = kind === "S3" ? `builds/${JSON.parse(tree["builds/live.json"] ?? "").tree}/` : "";
    const own = Object.entries(tree).filter(([path]) => path.startsWith(live));
    const files = own.map(([path, text]) => [path.slice(live.length), text]);
    await expectDeployed(join(machines.dir, "whole/out"), Object.fromEntries(files));
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

  test("browser's code that no build left is bundled again, and nothing of it gets into the site or is read", async () => {
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
    const secret = join(machines.dir, "secret.txt");
    writeFileSync(secret, "secret");
    const hash = sha256("secret");
    const changes: Record<string, (client: Record<string, unknown>) => unknown> = {
      shapeless: () => [1],
      script: (client) => ({ ...client, hash: "other", commonHash: "other", app: '_assets/"><script>evil()</script>' }),
      missing: (client) => ({ ...client, hash: "other", commonHash: "other", app: "_assets/app-none.js" }),
      search: (client) => ({ ...client, folders: [{ dir: "/", glob: "**" }] }),
      places: (client) => ({ ...client, sheets: { ...(client.sheets as object), uses: { hero: [4_000_000_000] } } }),
      outside: (client) => ({ ...client, files: [["_assets/../../evil.js", 1]] }),
      secret: (client) => ({ ...client, siteFiles: [{ path: "_assets/files/secret.txt", source: secret, hash }] }),
    };
    for (const [machine, change] of Object.entries(changes)) {
      await leave(change);
      const built = await machines.on(machine, ["generate", "--verbose", "--from", machines.address]);
      expect(built, built.stderr).toMatchObject({ code: 0 });
      expect(built.stderr).toContain("Client: bundled");
      expect(existsSync(join(machines.dir, machine, "out/_assets/files"))).toBe(false);
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
    machines.publish("two", "Other");
    const built = await machines.from("again");
    expect(written(built), built.stderr).toMatchObject({ written: 1 });
    interrupt("again");
    await expectDeploys("again");
  });

  test("a deploy was interrupted, so the target may lack what the next one would leave as it is: a full pull", async () => {
    interrupt("first");
    const place = machines.target.address("www");
    writeFileSync(join(place, "one/index.html"), "of the interrupted deploy");
    const built = await machines.from("after-interrupted");
    expect(built, built.stderr).toMatchObject({ code: 0 });
    expect(built.stderr).toContain("The state at the target is not used: a deploy was interrupted there.");
    await expectDeploys("after-interrupted");
  });
});

test("a bucket gets no state without a key", async () => {
  const machines = await openMachines("S3");
  try {
    expect(await machines.on("first", ["generate"])).toMatchObject({ code: 0 });
    const deployed = await machines.deploy("first");
    expect(deployed.stderr).toContain("visitors may be able to read it there. Set SITEGEN_STATE_KEY");
    expect((await machines.target.s3?.keys())?.filter((key) => key.includes("/state/"))).toEqual([]);
  } finally {
    await machines.close();
  }
});
