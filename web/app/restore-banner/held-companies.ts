import { effect, signal } from "@preact/signals-react";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";

const inAllCells = signal(0);

/** Number of companies held after a restore, for super users; 0 for others. */
export const heldCompanies = (): number => session.user.value?.company.heldCompanies ?? inAllCells.value;

/** With several cells: asks for the number at the beginning and whenever the session was renewed. Returns a function that stops it. */
export const watchHeldCompanies = (): (() => void) =>
  effect(() => {
    const company = session.user.value?.company;
    if (!company || company.heldCompanies !== null) return;
    api
      .get<{ readonly companies: number }>("/companies/held")
      .then(({ companies }) => {
        if (session.user.peek()?.company === company) inAllCells.value = companies;
      })
      .catch(() => undefined);
  });
