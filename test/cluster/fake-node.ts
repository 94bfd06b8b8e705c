import { freePort } from "#test/helpers/server-process.ts";

/** A process as a proxy sees it: its answers contain its name, and `/ownerz?cell=N` answers 200 while it owns that cell. */
export function fakeNode(name: string, cell = 1) {
  const node = { name, owns: false, isClosed: false, requests: 0, sockets: 0 };
  const server = Bun.serve({
    port: freePort(),
    hostname: "127.0.0.1",
    fetch(request, self) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/ownerz") {
        const owns = node.owns && searchParams.get("cell") === String(cell);
        return new Response("", { status: owns ? 200 : 503 });
      }
      if (pathname === "/socket" && self.upgrade(request)) return undefined;
      node.requests += 1;
      return node.isClosed ? new Response("", { status: 503 }) : new Response(name);
    },
    websocket: {
      open() {
        node.sockets += 1;
      },
      close() {
        node.sockets -= 1;
      },
      message() {},
    },
  });
  return { node, server, address: `127.0.0.1:${server.port}` };
}
