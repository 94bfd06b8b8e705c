import * as v from "valibot";
import { CommandError, UsageError } from "#cli/command.ts";
import { argsOf } from "#cli/options.ts";
import { readCellOf } from "#cluster/cells/moved-companies.ts";
import { createNatsKeyValues } from "#cluster/cells/nats-key-values.ts";
import { DIRECTORY_BUCKET } from "#cluster/log/jetstream/names.ts";
import type { ControlRequest } from "#cluster/node/control.ts";
import type { Config } from "#config.ts";
import { isMoving } from "#tenants/moving/machine.ts";
import type { ClusterConnection } from "./connect.ts";
import { MoveReport, moveReasonInWords } from "./move.ts";

const ANSWER_MS = 5000;
/** A cancelled move ends within its current step. */
const CANCEL_MS = 60_000;
const POLL_MS = 500;
/** An owner notices a new cell within 6 s. */
const NOTICED_MS = 8000;
/** The command waits this long for an owner that does not answer, such as during a takeover, ms. */
const PATIENCE_MS = 60_000;
const MEGABYTE = 1024 ** 2;

const OPTIONS = {
  company: { type: "string" },
  to: { type: "string" },
  cancel: { type: "boolean", default: false },
} as const;

const IN_WORDS: Readonly<Record<MoveReport["state"], string>> = {
  asked: "asked the target cell",
  copying: "copying; the company works",
  paused: "paused; the last changes are sent",
  imported: "paused; the target cell has everything",
  switched: "in the target cell",
  done: "done",
  failed: "not moved",
};

/** `balcao cluster move`: moves a company to another cell and shows the progress (docs/rules/cells.md#move). */
export async function move(
  { nats, control, leases, cell: own }: ClusterConnection,
  _: Config,
  args: readonly string[],
): Promise<number> {
  const { company, to, cancel } = argsOf(args, { options: OPTIONS }).values;
  const [id, cell] = [numberOf(company), numberOf(to)];
  if (id === null || (cell === null && !cancel))
    throw new UsageError("name a company and a cell: balcao cluster move --company ID --to CELL");
  const source = await readCellOf(createNatsKeyValues(nats, DIRECTORY_BUCKET), id);
  const ask = async (request: ControlRequest, timeoutMs = ANSWER_MS): Promise<MoveReport | null> => {
    const answer = await control.ask(source, request, timeoutMs);
    if (!answer) return null;
    if (!answer.isDone) throw new CommandError(answer.detail);
    return v.parse(MoveReport, JSON.parse(answer.detail));
  };
  const begun = cancel
    ? await ask({ do: "cancel-move", company: id }, CANCEL_MS)
    : await untilNoticed(
        () => ask({ do: "move", company: id, to: cell ?? 0 }),
        async () => (await leases.cells()).includes(cell ?? 0),
      );
  if (!begun) throw new CommandError(noAnswer(source, own));
  return cancel ? shown(begun) : follow(id, begun, () => ask({ do: "read-move", company: id }));
}

/** Asks again while the owner of the source does not know the target cell yet, although the servers have it. */
export async function untilNoticed<T>(
  ask: () => Promise<T>,
  exists: () => Promise<boolean>,
  pause = () => Bun.sleep(POLL_MS),
): Promise<T> {
  for (const until = performance.now() + NOTICED_MS; ; await pause())
    try {
      return await ask();
    } catch (error) {
      const isUnknown = error instanceof CommandError && error.message === moveReasonInWords("cell_unknown");
      if (!isUnknown || performance.now() > until || !(await exists())) throw error;
    }
}

/** The documented users of NATS may ask the owner of their own cell only. */
const noAnswer = (cell: number, own: number): string =>
  cell === own
    ? "no owner answered: balcao cluster status shows who owns the cell"
    : `the company is in cell ${cell}, whose owner did not answer: run this command on a node of cell ${cell}`;

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** Shows each state until the end of the move. The move goes on when this command is stopped. */
async function follow(
  company: number,
  begun: MoveReport,
  read: () => Promise<MoveReport | null>,
): Promise<number> {
  console.log(
    `company ${company} is being moved; balcao cluster move --company ${company} --cancel stops it`,
  );
  let shownState = "";
  let answeredAt = performance.now();
  for (let last: MoveReport | null = begun; ; last = await read()) {
    if (last) {
      answeredAt = performance.now();
      const line = `${IN_WORDS[last.state]}, ${(last.sent / MEGABYTE).toFixed(1)} MB sent`;
      if (isMoving(last.state) && line !== shownState) console.log(line);
      shownState = line;
      if (!isMoving(last.state)) return shown(last);
    }
    if (performance.now() - answeredAt > PATIENCE_MS)
      throw new CommandError("the owner does not answer any more; the next owner ends the move");
    await Bun.sleep(POLL_MS);
  }
}

function shown({ state, error, pausedAt, endedAt }: MoveReport): number {
  if (state !== "done") throw new CommandError(`not moved: ${moveReasonInWords(error ?? "failed")}`);
  const pauseMs = (endedAt ?? 0) - (pausedAt ?? 0);
  console.log(`moved; the company was paused for ${(pauseMs / 1000).toFixed(1)} s`);
  return 0;
}
