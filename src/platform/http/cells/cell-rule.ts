import { DIRECTORY_KINDS, type DirectoryKey, type DirectoryKind } from "#platform/cells.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";

/** The parts of a request by which a rule finds its cell; parameters, query and JSON body are validated. */
export interface SeenRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Method, address and headers; its body may have been read. */
  readonly request: Request;
  readonly secrets: Pick<Secrets, "sign" | "key">;
  readonly nowMs: number;
}

/**
 * A key of the directory. `hint`: the cell to use while the directory does not answer. `unknownIn`: the cell that answers when
 * no cell has the value; absent: the process that received the request.
 */
export type KeyOfRequest = DirectoryKey & { readonly hint?: number; readonly unknownIn?: number };

/** The company of a bearer token, and whether its user was a super user when it was signed. */
export interface BearerOwner {
  readonly companyId: number;
  readonly isSuper: boolean;
}

/** The cell is that of a company or key in the request. A function of the request alone: a standby has no database. */
export interface CellByRequest<Params = unknown, Query = unknown, Body = unknown> {
  /** Kind of the value, for the list of all rules (test/cell-rules.test.ts). `cell`: the request names the cell itself. */
  readonly by: "company" | "cell" | DirectoryKind;
  /**
   * A company id (a cell number for `cell`), the owner of a bearer token, or a key of the directory. Null: the request has no
   * valid value, and the process that received it answers, so that the answer is the one of a wrong value.
   */
  readonly of: (seen: SeenRequest<Params, Query, Body>) => number | BearerOwner | KeyOfRequest | null;
  /**
   * True when the route answers unknown and known values alike, as the recovery of a password does. While the directory is
   * incomplete it answers 503 for both; otherwise a known value that has no entry yet would seem to be accepted.
   */
  readonly hidesUnknown?: true;
}

/**
 * How a request finds its cell when no login session or API key names its company (docs/rules/cells.md#requests).
 * `any`: the process that receives it answers from shared or static data. `home`: read or written in the home cell only.
 */
export type CellRule<Params = unknown, Query = unknown, Body = unknown> =
  | "any"
  | "home"
  | CellByRequest<Params, Query, Body>;

/** Whether a rule looks a value up in the directory. */
export const isByKey = (
  rule: CellRule<never, never, never> | MountCellRule,
): rule is CellByRequest<never, never, never> =>
  typeof rule !== "string" && DIRECTORY_KINDS.some((kind) => kind === rule.by);

/** A gathered request: what was asked, and the cells whose part is missing, ascending. */
export interface Gathered<Params, Query> {
  readonly params: Params;
  readonly query: Query;
  readonly missing: readonly number[];
}

/**
 * Every cell answers for its own rows, and the process that received the request merges the bodies (docs/rules/cells.md#lists). For
 * requests of super users without a body.
 */
export interface GatherRule<Params = unknown, Query = unknown, Part = never> {
  readonly by: "gather";
  /**
   * The answer of the installation from those of its cells, in the order of their numbers: the first is that of the home cell
   * unless it is missing. Pure. With `isPart` the handler may return what only this function reads.
   */
  readonly merge: (parts: readonly Part[], gathered: Gathered<Params, Query>) => unknown;
  /** 503 unless every cell has answered. For files: a reader cannot see that lines are missing. */
  readonly isWhole?: true;
}

/** A list or total of all cells: the merge function gets the answers of the cells. */
export const gathered = <Part, Params = unknown, Query = unknown>(
  merge: (parts: readonly Part[], gathered: Gathered<Params, Query>) => unknown,
): GatherRule<Params, Query> => ({ by: "gather", merge: merge as GatherRule<Params, Query>["merge"] });

/** The request creates a company: the cell that it names (`of`), otherwise the cell with the lowest load. */
export interface PlacedRequest<Params = unknown, Query = unknown> {
  readonly by: "placement";
  readonly of: CellByRequest<Params, Query, undefined>["of"];
}

/**
 * A rule for requests of super users. `search`: the process that receives it looks first, then sends it to the other cells until
 * one does not answer 404.
 */
export type SuperCellRule<Params = unknown, Query = unknown> =
  | CellRule<Params, Query, undefined>
  | GatherRule<Params, Query>
  | PlacedRequest<Params, Query>
  | "search";

/** `parts`: the request can have parts for several cells; its handler forwards them. */
export type MountCellRule = CellRule<undefined, undefined, undefined> | "parts";

/** The company whose id is the parameter `id` of the path. */
export const companyInPath: CellByRequest<{ readonly id: number }> = {
  by: "company",
  of: ({ params }) => params.id,
};

/** The company that a super user names by `companyId` in the query. */
export const companyInQuery: CellByRequest<unknown, { readonly companyId?: string | undefined }> = {
  by: "company",
  of: ({ query }) => Number(query.companyId) || null,
};

/** Name of a rule, for the list of all rules. */
export const nameOfRule = (
  rule: SuperCellRule<never, never> | MountCellRule | CellRule<never, never, never>,
): string => (typeof rule === "string" ? rule : rule.by);
