/** The policy can be read back from every host's file that has one. */
import { expect, test } from "vitest";
import { HOSTS, POLICY_FILES, policyIn } from "../../../src/render/hosts/host.ts";
import { filesForHosts } from "../../../src/render/hosts/host-files.ts";
import { hostInput, hostileInput } from "./fixture.ts";

const WITH_HEADERS = HOSTS.filter((host) => host !== "github-pages");

test.each(WITH_HEADERS)("%s", (host) => {
  for (const input of [hostInput(), hostileInput()]) {
    const csp = "default-src 'self'; script-src 'self' 'sha256-a+b/c=' https://a.example:8443; base-uri 'none'";
    const { files } = filesForHosts({ ...input, headers: { csp, indexed: true }, hosts: [host] });
    const found = files.filter(({ path }) => POLICY_FILES.includes(path)).map(({ text }) => policyIn(text));
    expect(found).toContain(csp);
    expect(found.filter((policy) => policy !== null && policy !== csp)).toEqual([]);
  }
});

test("no file of a host", () => {
  expect(policyIn("/old /new 301\n")).toBeNull();
});
