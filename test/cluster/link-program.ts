import { createNodeCertificate } from "#cluster/cells/authority.ts";
import { openLinkListener } from "#cluster/cells/link-listener.ts";

// The listener of a node for other nodes, as a process on a machine of its own: `bun link-program.ts ADDRESS SECRET`.

const [address = "", secret = ""] = process.argv.slice(2);
openLinkListener<undefined>({
  address,
  certificate: createNodeCertificate(secret),
  handle: () => new Response("done"),
  websocket: { message() {} },
});
