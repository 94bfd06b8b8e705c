import * as v from "valibot";
import type { ControlAnswer, ControlRequest } from "#cluster/node/control.ts";
import { beginMove, cancelMove, type MoveReason, MoveRefused, readMove } from "#operations/moves/index.ts";
import type { Installation } from "#tenants/installation.ts";
import { MOVE_STATES } from "#tenants/moving/machine.ts";

/** The progress of a move, as the owner of the source answers it. Times in ms. */
export const MoveReport = v.object({
  state: v.picklist(MOVE_STATES),
  error: v.nullable(v.string()),
  sent: v.number(),
  pausedAt: v.nullable(v.number()),
  endedAt: v.nullable(v.number()),
});
export type MoveReport = v.InferOutput<typeof MoveReport>;

const REASONS: Readonly<Record<MoveReason, string>> = {
  no_cells: "this installation has no cells: it runs on one machine",
  home_company: "company 1 is the provider's company; it stays in cell 1",
  company_unknown: "there is no such company",
  company_in_bin: "the company is in the bin: restore it first",
  company_damaged: "the files of the company cannot be opened: run balcao doctor",
  same_cell: "the company is in this cell already",
  cell_unknown: "there is no such cell: balcao cluster status shows the cells",
  cell_away: "the owner of the target cell does not answer",
  already_moving: "the company is being moved already",
  not_moving: "the company is not being moved",
  too_late: "the company is in the target cell already; move it back",
  cancelled: "the move was cancelled",
  interrupted: "the owner of one of the cells stopped or lost its lease",
  media_away: "the storage of media does not answer",
  target_older: "the target cell runs an older program: upgrade it first",
  target_full: "the disk of the target cell is full",
  target_has_it: "the target cell has a company of this id",
  target_conflict: "rows of the company conflict with rows of the target cell: see the log of its owner",
  target_restarted: "the owner of the target cell was started again meanwhile",
  sessions_open: "a WhatsApp session did not end in time",
  unstable: "the files of the closed company were written to",
  failed: "see the logs of both owners",
};

/** What a reason means, for an operator. */
export const moveReasonInWords = (reason: string): string => REASONS[reason as MoveReason] ?? reason;

type MoveRequest = Extract<ControlRequest, { company: number }>;

/** Answers `balcao cluster move` on the owner of the cell of a company. */
export async function answerMove(installation: Installation, request: MoveRequest): Promise<ControlAnswer> {
  const companyId = request.company;
  try {
    if (request.do === "cancel-move") await cancelMove(installation, companyId);
    if (request.do === "move") {
      const command = `cluster move --company ${companyId} --to ${request.to}`;
      beginMove(installation, { companyId, toCell: request.to, command });
    }
    const { state, error, sent, pausedAt, endedAt } = readMove(installation, companyId);
    const report: MoveReport = { state, error, sent, pausedAt, endedAt };
    return { isDone: true, detail: JSON.stringify(report) };
  } catch (error) {
    if (!(error instanceof MoveRefused)) throw error;
    return { isDone: false, detail: moveReasonInWords(error.reason) };
  }
}
