import { useEffect, useState } from "react";
import type { TemplateAnswer } from "#channels/templates/contract.ts";
import type { Estimate, TemplatePrices } from "#inbox/costs/contract.ts";
import { language } from "#web/i18n/language.ts";
import { api } from "#web/lib/api/api.ts";
import { session } from "#web/lib/session/session.ts";
import { formatMicros } from "./money.ts";

/** Admins see costs, attendants with the setting (docs/rules/costs.md#visibility). */
export const seesCosts = (): boolean =>
  session.user.peek()?.profile === "admin" || session.setting("showCosts") === "enabled";

interface Options {
  readonly connectionId: number | null;
  /** Null while no contact is chosen. */
  readonly contactId: number | null;
  readonly templates: readonly TemplateAnswer[] | null;
}

/**
 * The price of one message to this contact by the template's category, as "≈ R$ 0,04"; empty for people who may not see
 * costs and while no price is confirmed.
 */
export function useTemplatePrices({
  connectionId,
  contactId,
  templates,
}: Options): ReadonlyMap<string, string> {
  const [prices, setPrices] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    setPrices(new Map());
    if (connectionId === null || contactId === null || !templates || !seesCosts()) return;
    const abort = new AbortController();
    const read = async ({ category, name }: TemplateAnswer) => {
      const body = { connectionId, templateName: name, contactIds: [contactId] };
      const found = await api.post<Estimate>("/costs/estimate", body, { signal: abort.signal });
      if (found.micros === null || found.unknown > 0) return [];
      return [[category, `≈ ${formatMicros(found.micros, found.currency, language.peek())}`] as const];
    };
    // One template of each category: the price depends on nothing else.
    const usable = templates.filter((template) => template.usable);
    const each = [...new Map(usable.map((template) => [template.category, template])).values()];
    Promise.all(each.map(read)).then(
      (lines) => setPrices(new Map(lines.flat())),
      // Templates are chosen without prices if the request fails.
      () => undefined,
    );
    return () => abort.abort();
  }, [connectionId, contactId, templates]);
  return prices;
}

/**
 * Prices by category (upper case, as templates have it) of one message to the number's own country; empty for people who
 * may not see costs, and for categories without a confirmed price. Read only while `isWanted`.
 */
export function useCategoryPrices(connectionId: number, isWanted: boolean): ReadonlyMap<string, string> {
  const [prices, setPrices] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!isWanted || !seesCosts()) return;
    const abort = new AbortController();
    api.get<TemplatePrices>("/costs/template-prices", { query: { connectionId }, signal: abort.signal }).then(
      ({ currency, prices: found }) =>
        setPrices(
          new Map(
            found.flatMap(({ category, micros }) =>
              micros === null
                ? []
                : [[category.toUpperCase(), formatMicros(micros, currency, language.peek())] as const],
            ),
          ),
        ),
      // The list is complete without prices.
      () => undefined,
    );
    return () => abort.abort();
  }, [connectionId, isWanted]);
  return prices;
}
