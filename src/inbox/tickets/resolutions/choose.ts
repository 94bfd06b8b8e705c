import { setting } from "#accounts/settings/index.ts";
import type { UpdateTicketBody } from "#inbox/tickets/contract.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { invalidFields } from "#platform/errors.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import { allResolutions, isOffered, resolutionById } from "./queries.ts";

/** The resolution and note that a person chose for the close of a ticket. */
export interface ChosenResolution {
  readonly resolutionId: number | null;
  readonly resolutionNote: string | null;
}
export const NO_RESOLUTION: ChosenResolution = { resolutionId: null, resolutionNote: null };

/**
 * Returns the resolution of a close by a person; undefined = a resolution is required, but none was chosen
 * (docs/rules/resolutions.md#choice). Reads nothing while the setting is off. Throws 400 ERR_VALIDATION for a resolution
 * that is not offered in this queue.
 */
export function chosenResolution(
  unit: TenantUnit,
  { queueId }: Ticket,
  { resolutionId, resolutionNote }: Pick<UpdateTicketBody, "resolutionId" | "resolutionNote">,
): ChosenResolution | undefined {
  const mode = setting(unit.tenant, "resolutionMode");
  if (mode === "off") return NO_RESOLUTION;
  const note = resolutionNote?.trim() || null;
  if (!resolutionId) {
    const isAsked = mode === "required" && allResolutions(unit.db).some((row) => isOffered(row, queueId));
    return isAsked ? undefined : { resolutionId: null, resolutionNote: note };
  }
  const chosen = resolutionById(unit.db, resolutionId);
  if (!chosen || !isOffered(chosen, queueId)) throw invalidFields({ resolutionId: "invalid" });
  return { resolutionId, resolutionNote: note };
}
