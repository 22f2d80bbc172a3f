import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { BlockList, isIPv6, type LookupFunction } from "node:net";
import { FinalError } from "./asset-problems.ts";

/** IPv4 ranges that are not part of the public internet: this machine, private, carrier, link-local, reserved. */
const RESERVED_V4: readonly [address: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

/** The same for IPv6: this machine, unique local, link-local, multicast, documentation, tunnels to IPv4. */
const RESERVED_V6: readonly [address: string, prefix: number][] = [
  ["::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 32],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 9],
  ["ff00::", 8],
];

/** Prefix of IPv4 addresses in networks that have IPv6 only. */
const NAT64 = "64:ff9b::";

const reserved = new BlockList();
for (const [address, prefix] of RESERVED_V4) {
  reserved.addSubnet(address, prefix, "ipv4"); // also matches ::ffff:a.b.c.d
  reserved.addSubnet(NAT64 + address, 96 + prefix, "ipv6");
}
for (const [address, prefix] of RESERVED_V6) reserved.addSubnet(address, prefix, "ipv6");

/** Whether an IP address, as a name server gives it, is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  return !reserved.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `lookup` for sockets: they connect to the addresses that were checked here, so that a name server cannot give a
 * second, internal one. Fails with a FinalError if any of them is not public.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, done) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (error || !first) return done(error ?? new Error(`${hostname} has no address`), "");
      const internal = addresses.find(({ address }) => !isPublicAddress(address));
      if (internal) return done(internalAddress(hostname, internal.address), "");
      if (options.all) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };
}

function internalAddress(hostname: string, address: string): FinalError {
  return new FinalError(
    `${hostname} has the internal address ${address} here; if that is right, name its origin in assetHosts`,
  );
}
