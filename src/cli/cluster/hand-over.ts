import type { Heartbeat } from "#cluster/lease/lease.ts";
import { MAJORITY } from "#cluster/log/jetstream/no-answer.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import type { ControlAnswer, ControlRequest } from "#cluster/node/control.ts";
import { lookAtHeartbeats } from "#cluster/node/heartbeat-watch.ts";
import type { Log } from "#platform/log.ts";
import type { ClusterConnection } from "./connect.ts";
import { answerMove } from "./move.ts";
import type { Owner } from "./owner.ts";
import { currentOf, type WatchedCell } from "./watch-cell.ts";

/** Time for the answer of a command to leave before the process ends, ms. */
const ANSWER_MS = 100;

interface Options {
  readonly connection: ClusterConnection;
  readonly owner: Owner;
  readonly watched: WatchedCell;
  readonly journal: Log;
}

/** Gives the cell to another node and ends this process, which its service manager starts again as a standby. */
export async function handOver(owner: Owner, to: string): Promise<void> {
  try {
    await owner.giveAway(to);
  } finally {
    // The doors are closed even when a step failed. If the lease was not released, it expires.
    setTimeout(() => process.exit(0), ANSWER_MS);
  }
}

/**
 * Answers `balcao cluster promote` and `drain` on the owner: hands the cell over to a current standby
 * (docs/rules/cluster.md#planned). Also answers `balcao cluster move`.
 */
export const answerControl =
  (options: Options) =>
  async (request: ControlRequest): Promise<ControlAnswer> => {
    const { connection, watched, journal } = options;
    const { leases, cell } = connection;
    const { watch } = watched;
    const refuse = (detail: string): ControlAnswer => ({ isDone: false, detail });
    if (request.do === "move" || request.do === "read-move" || request.do === "cancel-move")
      return answerMove(options.owner.app.installation, request);
    if (request.do === "promote" && request.node === connection.node)
      return { isDone: true, detail: `${connection.node} owns the cell already` };
    if (request.do === "drain" && request.node !== connection.node)
      return { isDone: true, detail: `${request.node} owns no cell` };
    if (!options.owner.isOpen) return refuse(`the servers do not renew the lease of the owner; ${MAJORITY}`);
    const { heartbeats } = await lookAtHeartbeats(() => leases.heartbeats(cell), monotonicClock, watch);
    const { last } = await connection.log.state();
    const current = currentOf(heartbeats, watch, { cell, last }).filter(
      ({ node }) => node !== connection.node,
    );
    const wanted = request.do === "promote" ? request.node : current[0]?.node;
    if (!wanted) return refuse("no standby is current");
    if (!current.some(({ node }) => node === wanted)) {
      const known = heartbeats.find(({ node }) => node === wanted);
      return refuse(whyNot(wanted, known, { isAlive: watch.isAlive(wanted), last, cell }));
    }
    journal.info({ to: wanted }, "handing the cell over to another node");
    await handOver(options.owner, wanted);
    return { isDone: true, detail: `${wanted} takes over` };
  };

/** Why a node cannot take the cell over. */
function whyNot(
  node: string,
  known: Heartbeat | undefined,
  { isAlive, last, cell }: { readonly isAlive: boolean; readonly last: number; readonly cell: number },
): string {
  if (!known) return `there is no node ${node} of cell ${cell}`;
  if (!isAlive) return `${node} does not answer`;
  if (known.role === "copy") return `${node} runs balcao standby, which never takes over`;
  const behind = Math.max(0, last - (known.applied[cell] ?? 0));
  return `${node} is not current (${known.problem ?? `${behind} messages behind, or it started a moment ago`})`;
}
