import { SUPER } from "#test/helpers/server-process.ts";
import type { NodeProcess } from "./node-process.ts";

/** Long runs have the computer to share: both nodes may be starting again. */
const OWNER_MS = process.env["FAULT_KILLS"] === undefined ? 60_000 : 180_000;

/** Waits until one of the nodes (but not `except`) owns the cell. */
export async function ownerOf(nodes: readonly NodeProcess[], except?: NodeProcess): Promise<NodeProcess> {
  for (const until = Date.now() + OWNER_MS; Date.now() < until; await Bun.sleep(50))
    for (const node of nodes) if (node !== except && (await node.ownsCell())) return node;
  throw new Error("no node owns the cell");
}

/** A token of the super user. */
export async function signIn({ url }: { readonly url: string }): Promise<string> {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: SUPER.email, password: SUPER.password }),
    tls: { rejectUnauthorized: false },
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}
