import * as v from "valibot";
import { equalSecrets } from "#platform/crypto/equal-secrets.ts";
import { AppError } from "#platform/errors.ts";
import type { Caller } from "#platform/http/server/caller.ts";
import type { Installation } from "#tenants/installation.ts";
import { type MoveReason, MoveRefused } from "./refusals.ts";

/** Requests of a move between the owners of two cells (docs/rules/cells.md#move). */

export const MOVES_PREFIX = "/between-cells/moves/";
/** Proves that the sender has the installation key: a request from outside can reach an owner by another node. */
const PROOF = "x-balcao-move";
const PURPOSE = "company move";
/** A placeholder for the caller of a request between cells: the receiving cell does not read it. */
const CALLER = { ip: "127.0.0.1", https: true, host: "localhost" };

/** Attempts of a request that was not answered; each step can be repeated. */
const ATTEMPTS = 4;
const PAUSE_MS = 250;

export interface MoveKey {
  readonly move: string;
  readonly companyId: number;
}

interface Step {
  readonly query?: Readonly<Record<string, string>>;
  /** Called for each attempt. */
  readonly body?: () => BodyInit;
  readonly attempts?: number;
}

/** Sends one step of a move to the other cell; returns its JSON. */
export type MoveLink = (step: string, options?: Step) => Promise<unknown>;

/** Throws MoveRefused with the reason of the other cell, `cell_away` when it does not answer. */
export function linkTo(
  { cells, secrets }: Pick<Installation, "cells" | "secrets">,
  cell: number,
  { move, companyId }: MoveKey,
): MoveLink {
  return async (step, { query = {}, body = () => "", attempts = ATTEMPTS } = {}) => {
    const words = new URLSearchParams({ company: String(companyId), move, ...query });
    const path = `${MOVES_PREFIX}${step}?${words}`;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const request = new Request(`http://localhost${path}`, {
          method: "POST",
          headers: { [PROOF]: secrets.sign(PURPOSE, path), "content-type": "application/octet-stream" },
          body: body(),
        });
        return await answerOf(await cells.forward(cell, request, CALLER));
      } catch (error) {
        const isAway = error instanceof AppError && error.status === 503;
        if (!isAway) throw error;
        if (attempt >= attempts) throw new MoveRefused("cell_away", { cause: error });
        await Bun.sleep(PAUSE_MS);
      }
    }
  };
}

const Refusal = v.object({ details: v.object({ move: v.string() }) });

async function answerOf(answer: Response): Promise<unknown> {
  if (answer.ok) return answer.json();
  const body: unknown = await answer.json().catch(() => null);
  const refusal = v.safeParse(Refusal, body);
  if (refusal.success) throw new MoveRefused(refusal.output.details.move as MoveReason);
  if (answer.status === 503) throw new AppError(503, "ERR_NOT_DURABLE");
  if (answer.status === 507) throw new MoveRefused("target_full");
  // The other owner knows nothing of this move any more.
  if (answer.status === 404) throw new MoveRefused("target_restarted");
  throw new MoveRefused("failed", { cause: new Error(`the other cell answered ${answer.status}`) });
}

/** The answer to a refused step. */
export const refusedStep = (reason: MoveReason): AppError =>
  new AppError(409, "ERR_VALIDATION", { move: reason });

/** The address of a request that the owner of another cell sent for a move; null for every other request. */
export function provenUrl(
  { secrets }: Pick<Installation, "secrets">,
  { method, url, headers }: Request,
  { isForwarded }: Caller,
): URL | null {
  const parsed = new URL(url);
  const proof = headers.get(PROOF);
  if (!isForwarded || method !== "POST" || proof === null) return null;
  return equalSecrets(secrets.sign(PURPOSE, parsed.pathname + parsed.search), proof) ? parsed : null;
}
