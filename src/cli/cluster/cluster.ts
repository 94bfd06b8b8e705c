import { type Command, CommandError, UsageError } from "#cli/command.ts";
import { counted } from "#cli/in-words.ts";
import { argsOf } from "#cli/options.ts";
import { endSoon } from "#cli/signals.ts";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import { releaseLogins } from "#cluster/cells/release-logins.ts";
import { DIRECTORY_BUCKET } from "#cluster/log/jetstream/names.ts";
import { natsReason } from "#cluster/log/jetstream/no-answer.ts";
import { monotonicClock } from "#cluster/monotonic.ts";
import type { ControlRequest } from "#cluster/node/control.ts";
import { lookAtHeartbeats } from "#cluster/node/heartbeat-watch.ts";
import { type Config, loadConfig } from "#config.ts";
import { HOME_CELL } from "#platform/cells.ts";
import { type ClusterConnection, connectCluster } from "./connect.ts";
import { init } from "./init.ts";
import { move } from "./move-command.ts";
import { rebase } from "./rebase.ts";
import { readStatus, statusInWords } from "./status.ts";

/** A planned takeover takes under two seconds; a slow stop of the product a few more. */
const HAND_OVER_MS = 15_000;

export const cluster: Command = {
  usage: `status [--json]
init [--replace-log]
promote <node>
drain <node>
rebase --yes [--accept-loss-after MESSAGE]
forget <node>
forget --cell <number>
move --company ID --to CELL [--cancel]`,
  summary: "Set up a cluster of machines, show it, and move cells and companies",
  async run([word, ...args]) {
    const config = loadConfig(process.env);
    const work = word !== undefined && Object.hasOwn(WORDS, word) ? WORDS[word] : undefined;
    if (!work)
      throw new UsageError("cluster needs one of status, init, promote, drain, rebase, forget, move");
    const connection = await connectCluster(config).catch((error: unknown) => {
      endSoon();
      throw error;
    });
    try {
      return await work(connection, config, args);
    } catch (error) {
      const reason = await natsReason(error);
      throw reason === null ? error : new CommandError(reason);
    } finally {
      await connection.close();
    }
  },
};

type Work = (connection: ClusterConnection, config: Config, args: readonly string[]) => Promise<number>;
const WORDS: Readonly<Record<string, Work>> = {
  status,
  init,
  rebase,
  promote: (connection, _, args) => ask(connection, { do: "promote", node: oneNode(args) }),
  drain: (connection, _, args) => ask(connection, { do: "drain", node: oneNode(args) }),
  forget,
  move,
};

async function status(connection: ClusterConnection, _: Config, args: readonly string[]): Promise<number> {
  const { json } = argsOf(args, { options: { json: { type: "boolean", default: false } } }).values;
  const read = await readStatus(connection);
  console.log(json ? JSON.stringify(read, null, 2) : statusInWords(read));
  return read.problems.length === 0 ? 0 : 1;
}

function oneNode(args: readonly string[]): string {
  const [node] = argsOf(args, { options: {}, words: 1 }).words;
  if (!node) throw new UsageError("name a node; balcao cluster status lists them");
  return node;
}

async function forget(connection: ClusterConnection, _: Config, args: readonly string[]): Promise<number> {
  const { values, words } = argsOf(args, { options: { cell: { type: "string" } }, words: 1 });
  if (values.cell !== undefined && words.length === 0) return forgetCell(connection, values.cell);
  const { leases } = connection;
  const node = oneNode(args);
  if (!(await leases.allHeartbeats()).some((beat) => beat.node === node))
    throw new CommandError(`there is no node ${node}`);
  await leases.forget(node);
  console.log(`${node} is removed from the list; a running node comes back with its next heartbeat`);
  return 0;
}

/**
 * A cell that is gone for ever: the others no longer wait for it, and its e-mails are free. Its log, snapshots and other entries in the
 * directory stay.
 */
async function forgetCell({ leases, nats }: ClusterConnection, text: string): Promise<number> {
  const cell = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (cell === HOME_CELL) throw new CommandError("the home cell cannot be removed");
  if (!(await leases.cells()).includes(cell)) throw new CommandError(`there is no cell ${text}`);
  const { heartbeats, watch } = await lookAtHeartbeats(() => leases.heartbeats(cell), monotonicClock);
  const running = heartbeats.find(({ node }) => watch.isAlive(node));
  if (running)
    throw new CommandError(
      `${running.node} serves or copies cell ${cell}: stop Balcão on all its nodes first`,
    );
  // First: while the cell is in the list, the command can be repeated.
  const released = await releaseLogins(createNatsKeyValues(nats, DIRECTORY_BUCKET), cell);
  await leases.forgetCell(cell);
  for (const { node } of heartbeats) await leases.forget(node);
  console.log(
    `cell ${cell} is removed from the list of cells, its companies are found nowhere, and ${counted(released, "e-mail")} of it became free; a node of it that starts brings it back`,
  );
  return 0;
}

async function ask({ control, cell }: ClusterConnection, request: ControlRequest): Promise<number> {
  const answer = await control.ask(cell, request, HAND_OVER_MS);
  if (!answer) throw new CommandError("no owner answered: balcao cluster status shows who owns the cell");
  if (!answer.isDone) throw new CommandError(answer.detail);
  console.log(answer.detail);
  return 0;
}
