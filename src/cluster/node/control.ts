/** Requests of an operator's command to the owner of a cell. They never change what the log accepts. */
export type ControlRequest =
  /** To the owner: give the cell to this node. */
  | { readonly do: "promote"; readonly node: string }
  /** To the owner: give the cell to any current standby, unless it is not on this node. */
  | { readonly do: "drain"; readonly node: string }
  /** To the owner of the cell of a company: begin to move it to another cell. */
  | { readonly do: "move"; readonly company: number; readonly to: number }
  /** Answers with the `MoveReport` of the last move of a company out of the cell, as JSON. */
  | { readonly do: "read-move"; readonly company: number }
  | { readonly do: "cancel-move"; readonly company: number };

export type ControlAnswer =
  | { readonly isDone: true; readonly detail: string }
  | { readonly isDone: false; readonly detail: string };

/** Carries the requests of operators' commands to the owner of a cell. */
export interface ControlChannel {
  /** Answers requests for this cell; only its owner does. The returned function stops it. */
  serve(cell: number, answer: (request: ControlRequest) => Promise<ControlAnswer>): () => void;
  /** Asks the owner; null when no owner answered in time. */
  ask(cell: number, request: ControlRequest, timeoutMs: number): Promise<ControlAnswer | null>;
}
