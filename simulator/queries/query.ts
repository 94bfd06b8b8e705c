import type { Companion } from "#simulator/devices/companion.ts";
import type { BinaryNode } from "#simulator/transport/node.ts";

/** Handles an `<iq>` query of a client; returns the content of the result. */
export interface Query {
  readonly asker: Companion;
  readonly iq: BinaryNode;
  /** The first child: the query itself. */
  readonly subject: BinaryNode | undefined;
}
type Answer = BinaryNode[] | undefined;
export type QueryHandler = (query: Query) => Answer;

/** Rejects a query: the client gets `<error code text>`. */
export class QueryRefused extends Error {
  readonly code: number;

  constructor(code: number, text: string) {
    super(text);
    this.code = code;
  }
}
