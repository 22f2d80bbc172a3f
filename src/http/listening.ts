import type { AddressInfo, Server } from "node:net";

/** Where a listening server is reached from this machine, without a trailing slash. */
export function originOf(server: Server, scheme = "http"): string {
  // A server on a port has an AddressInfo; the other types are for pipes.
  const { port, address, family } = server.address() as AddressInfo;
  const everywhere = address === "0.0.0.0" || address === "::";
  return `${scheme}://${everywhere ? "127.0.0.1" : family === "IPv6" ? `[${address}]` : address}:${port}`;
}

/** Closes open connections too, such as event streams, which would keep the server running. */
export function closeServer(server: Server & { closeAllConnections(): void }): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

/** Also if it was aborted before, while the server started. */
export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
