import type { Cells, DirectoryKey } from "#platform/cells.ts";
import { HOME_CELL } from "#platform/cells.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import type {
  BearerOwner,
  CellRule,
  KeyOfRequest,
  PlacedRequest,
  SeenRequest,
  SuperCellRule,
} from "./cell-rule.ts";
import { cellForCompany, type OwnLoad } from "./placement.ts";

type RoutingSecrets = Pick<Secrets, "sign" | "key">;

/** What finding the cell of a request needs: no database, so that a standby can find it too. */
export interface CellFinder {
  readonly cells: Pick<Cells, "own" | "all" | "ofCompany" | "directory" | "forward">;
  readonly secrets: RoutingSecrets;
  readonly now: () => number;
  /** Owner of the bearer token of a request; null when there is none or it is invalid. */
  readonly ownerOfBearer: (
    secrets: RoutingSecrets,
    request: Request,
    nowMs: number,
  ) => BearerOwner | KeyOfRequest | null;
  /** For new companies; absent on a process that owns no cell. */
  readonly ownLoad?: OwnLoad;
}

/** The validated parts of a request; the rest of `SeenRequest` is added here. */
export type Parts = Pick<SeenRequest<unknown, unknown, unknown>, "params" | "query" | "body">;

/** The number of a cell. Null: the process that received the request answers it. */
export type FoundCell = number | null;

/** The cell of a request by the declared rule; for public routes and mounts. Rejects with 503 ERR_NOT_DURABLE. */
export function cellByRule(
  finder: CellFinder,
  rule: CellRule<never, never, never>,
  request: Request,
  { params, query, body }: Parts,
): FoundCell | Promise<FoundCell> {
  if (rule === "any") return null;
  if (rule === "home") return HOME_CELL;
  const { secrets } = finder;
  // The schemas of the route, which validated the parts, are those for which its rule was declared.
  const valid = { params, query, body } as { params: never; query: never; body: never };
  const found = rule.of({ ...valid, request, secrets, nowMs: finder.now() });
  if (found === null) return null;
  if (typeof found === "number")
    return known(finder, rule.by === "cell" ? found : companyCell(finder, found));
  return "kind" in found ? cellOfKey(finder, found) : known(finder, companyCell(finder, found.companyId));
}

/**
 * The cell of a request of a private route: that of its login session or API key. The rule of the route counts for super
 * users, who may name another company. `parts` is called only when the rule needs them; null = they are not valid.
 */
export function cellOfCaller(
  finder: CellFinder,
  rule: SuperCellRule<never, never> | CellRule<never, never, never> | undefined,
  request: Request,
  parts: () => Parts | null,
): FoundCell | Promise<FoundCell> {
  const owner = finder.ownerOfBearer(finder.secrets, request, finder.now());
  if (owner === null) return null;
  if ("kind" in owner) return cellOfKey(finder, owner);
  const own = known(finder, companyCell(finder, owner.companyId));
  if (!owner.isSuper || rule === undefined) return own;
  // Super users have a session in every cell.
  if (!isOneCell(rule)) return null;
  const valid = typeof rule === "string" ? NO_PARTS : parts();
  if (valid === null) return own;
  const named = cellByRule(finder, rule, request, valid);
  return named instanceof Promise ? named.then((cell) => cell ?? own) : (named ?? own);
}

/** The cell of a new company. Its plan is not known yet, because the body was not read. */
export function cellOfNewCompany(
  finder: CellFinder,
  rule: PlacedRequest<never, never>,
  request: Request,
  { params, query }: Parts,
): FoundCell | Promise<FoundCell> {
  const { cells, secrets, ownLoad } = finder;
  const valid = { params, query, body: undefined } as { params: never; query: never; body: undefined };
  const named = rule.of({ ...valid, request, secrets, nowMs: finder.now() });
  return typeof named === "number" ? known(finder, named) : cellForCompany(cells, null, ownLoad);
}

/** Whether the request has the access token of a super user. It decides only which cells get the request: each one checks the rights. */
export function isOfSuperUser(finder: CellFinder, request: Request): boolean {
  const owner = finder.ownerOfBearer(finder.secrets, request, finder.now());
  return owner !== null && "isSuper" in owner && owner.isSuper;
}

/** Whether a rule names one cell; for other rules several cells are asked. */
export const isOneCell = (
  rule: SuperCellRule<never, never> | CellRule<never, never, never>,
): rule is CellRule<never, never, never> =>
  rule !== "search" && (typeof rule === "string" || (rule.by !== "gather" && rule.by !== "placement"));

const NO_PARTS: Parts = { params: undefined, query: undefined, body: undefined };

const companyCell = ({ cells }: CellFinder, companyId: number): number => cells.ofCompany(companyId);

/** A cell that does not exist is nowhere: the process that received the request answers that there is no such row. */
const known = ({ cells }: CellFinder, cell: number): FoundCell => (cells.all().includes(cell) ? cell : null);

async function cellOfKey(finder: CellFinder, { hint, unknownIn, ...key }: KeyOfRequest): Promise<FoundCell> {
  const entry = await find(finder, key, hint);
  if (entry === null) return unknownIn === undefined ? null : known(finder, unknownIn);
  // The company, if there is one: after a move its own entry changes first.
  return known(finder, entry.companyId === null ? entry.cell : companyCell(finder, entry.companyId));
}

/** While the directory does not answer, the cell in the prefix of an API key is used: it is wrong only after a move. */
async function find({ cells }: CellFinder, key: DirectoryKey, hint: number | undefined) {
  try {
    return await cells.directory.find(key);
  } catch (error) {
    if (hint === undefined) throw error;
    return { cell: hint, companyId: null };
  }
}
