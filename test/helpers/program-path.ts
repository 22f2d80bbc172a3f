import { existsSync } from "node:fs";

/** Servers that tests run on loopback, with their Debian packages. `.ci/run` installs missing ones. */
const PROGRAMS = {
  nginx: { path: "/usr/sbin/nginx", package: "nginx-light" },
  apache2: { path: "/usr/sbin/apache2", package: "apache2" },
  sshd: { path: "/usr/sbin/sshd", package: "openssh-server" },
};

/** Path of a server's program. Throws with the command that installs it. */
export function programPath(name: keyof typeof PROGRAMS): string {
  const program = PROGRAMS[name];
  if (existsSync(program.path)) return program.path;
  throw new Error(
    `This test runs against ${name}, which is not installed: apt-get install --no-install-recommends ${program.package}`,
  );
}
