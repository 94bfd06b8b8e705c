import * as v from "valibot";
import { ExpiredLoginAnswer, SessionAnswer } from "#accounts/auth/contract.ts";
import { cellWithRoom } from "#accounts/companies/index.ts";
import { loginKey } from "#accounts/users/index.ts";
import type { Secrets } from "#platform/crypto/secrets.ts";
import { AppError } from "#platform/errors.ts";
import { askCell } from "#platform/http/cells/forward.ts";
import type { Installation } from "#tenants/installation.ts";
import { SignedUp } from "./contract.ts";
import type { Waiting } from "./waiting.ts";

// The home cell verifies a sign-up, and the cell with the lowest load creates its company (docs/rules/cells.md#placement).

export const CREATION_PATH = "/between-cells/sign-up";

/** What the home cell sends. */
export const Creation = v.object({
  details: v.object({
    companyName: v.string(),
    adminName: v.string(),
    email: v.string(),
    phone: v.string(),
    planId: v.pipe(v.number(), v.integer()),
    passwordHash: v.pipe(v.string(), v.startsWith("$argon2id$")),
    language: v.picklist(["pt-BR", "en", "es"]),
    referredBy: v.nullable(v.pipe(v.number(), v.integer())),
  }),
  /** The same for each repetition: the company is created once. Null: it is never repeated. */
  key: v.nullable(v.string()),
  appendsNumber: v.boolean(),
  /** From where the admin is signed in; null = not. */
  signIn: v.nullable(v.object({ ip: v.string(), userAgent: v.string() })),
});
export type Creation = v.InferOutput<typeof Creation>;

/** Answer of the cell that created the company, or had created it before. */
export const Created = v.object({
  signedUp: SignedUp,
  login: v.nullable(
    v.union([
      v.object({ answer: SessionAnswer, refreshToken: v.string() }),
      v.object({ answer: ExpiredLoginAnswer, refreshToken: v.null() }),
    ]),
  ),
});
export type Created = v.InferOutput<typeof Created>;

/** Names a waiting sign-up for other cells. A later sign-up with the same e-mail has another password hash. */
export const creationKey = (
  secrets: Pick<Secrets, "sign">,
  { id, passwordHash }: Pick<Waiting, "id" | "passwordHash">,
): string => secrets.sign("signup-creation", `${id}:${passwordHash}`);

/**
 * Creates a company in another cell, or finds it there by its key. Throws as the creation of a company does, and 503
 * ERR_NOT_DURABLE when that cell did not answer; then the company may exist.
 */
export async function createInCell(
  { cells }: Installation,
  cell: number,
  creation: Creation,
): Promise<Created> {
  const body = JSON.stringify(v.parse(Creation, creation));
  const answer = await askCell(cells, cell, { path: CREATION_PATH, headers: {}, body });
  return v.parse(Created, await answer.json());
}

/**
 * Runs `make` with the cell of a waiting sign-up: the one that has its e-mail already, because an earlier attempt was
 * interrupted, otherwise the one with the lowest load. Throws what `make` throws, 503 ERR_NOT_DURABLE.
 */
export async function inItsCell<T>(
  installation: Installation,
  { email, planId }: Pick<Waiting, "email" | "planId">,
  make: (cell: number) => Promise<T>,
): Promise<T> {
  const { cells } = installation;
  if (cells.all().length === 1) return make(cells.own);
  const holder = async () => {
    const entry = await cells.directory.find(loginKey(email));
    if (entry === null) return null;
    return entry.companyId === null ? entry.cell : cells.ofCompany(entry.companyId);
  };
  const known = await holder();
  const cell = known ?? (await cellWithRoom(installation, planId));
  try {
    return await make(cell);
  } catch (error) {
    // An earlier attempt, whose answer was lost, may have reached another cell since the e-mail was looked up.
    const isTaken = error instanceof AppError && error.code === "ERR_EMAIL_IN_USE";
    const other = known === null && isTaken ? await holder() : null;
    if (other === null || other === cell) throw error;
    return make(other);
  }
}
