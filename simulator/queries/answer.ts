import type { Companion } from "#simulator/devices/companion.ts";
import { allChildren, type BinaryNode, node, SERVER } from "#simulator/transport/node.ts";
import { appStateQueries } from "./app-state.ts";
import { groupQueries } from "./groups.ts";
import { keyQueries } from "./keys.ts";
import { linkQueries } from "./links.ts";
import { mediaQueries } from "./media-hosts.ts";
import { mexQueries } from "./mex.ts";
import { privacyQueries } from "./privacy.ts";
import { profileQueries } from "./profile.ts";
import { type QueryHandler, QueryRefused } from "./query.ts";
import { usyncQueries } from "./usync.ts";

/** Handlers by `xmlns/type`, then by the tag of the first child; `*` matches any. */
const HANDLERS: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "w:p/get": { "*": () => undefined },
  "w:stats/": { "*": () => undefined },
  "urn:xmpp:whatsapp:dirty/set": { "*": () => undefined },
  "disappearing_mode/set": { "*": () => undefined },
  "status/set": { "*": () => undefined },
  ...keyQueries,
  ...usyncQueries,
  ...privacyQueries,
  ...profileQueries,
  ...appStateQueries,
  ...mediaQueries,
  ...groupQueries,
  ...linkQueries,
  ...mexQueries,
};

/** Answers one query of a linked device. Unknown queries get an empty result and are recorded as a problem. */
export function answerQuery(asker: Companion, iq: BinaryNode): void {
  const { network } = asker.phone;
  const { xmlns = "", type = "", id, to } = iq.attrs;
  const subject = allChildren(iq)[0];
  const byTag = HANDLERS[`${xmlns}/${type}`];
  const handler = byTag?.[subject?.tag ?? "*"] ?? byTag?.["*"];
  const from = to ?? SERVER;
  try {
    const refusal = network.faults.queryError(asker, iq);
    if (refusal) throw refusal;
    if (!handler) network.problems.push(`unknown query ${xmlns}/${type}/${subject?.tag}`);
    const content = handler?.({ asker, iq, subject });
    asker.wire?.send(node("iq", { from, type: "result", id }, content));
  } catch (error) {
    const code = error instanceof QueryRefused ? error.code : 500;
    const text = error instanceof Error ? error.message : "internal-server-error";
    asker.wire?.send(node("iq", { from, type: "error", id }, [node("error", { code, text })]));
  }
}
