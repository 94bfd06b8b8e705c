/** Why a company is not moved, or a move failed (docs/rules/cells.md#move). */
export type MoveReason =
  | "no_cells"
  | "home_company"
  | "company_unknown"
  | "company_in_bin"
  | "company_damaged"
  | "same_cell"
  | "cell_unknown"
  | "cell_away"
  | "already_moving"
  | "not_moving"
  | "too_late"
  | "cancelled"
  | "interrupted"
  | "media_away"
  | "target_older"
  | "target_full"
  | "target_has_it"
  | "target_conflict"
  | "target_restarted"
  | "sessions_open"
  | "unstable"
  | "failed";

export class MoveRefused extends Error {
  override readonly name = "MoveRefused";
  readonly reason: MoveReason;

  constructor(reason: MoveReason, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

export const reasonOf = (error: unknown): MoveReason =>
  error instanceof MoveRefused ? error.reason : "failed";
