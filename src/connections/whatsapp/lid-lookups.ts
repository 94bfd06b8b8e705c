import type { SocketConfig } from "@whiskeysockets/baileys";
import { parseJid } from "./jid.ts";

type MakeRepository = SocketConfig["makeSignalRepository"];
type Ask = NonNullable<Parameters<MakeRepository>[2]>;

const NO_LID_KNOWN_MS = 10 * 60 * 1000;

/** Asked several times for each message to a person: what is on record needs none of Baileys' detours. */
export function findLidsAtOnce(
  mapping: ReturnType<MakeRepository>["lidMapping"],
  recorded: (user: string) => Promise<unknown>,
): void {
  const ask = mapping.getLIDForPN.bind(mapping);
  mapping.getLIDForPN = async (pn) => {
    const { user, device, server } = parseJid(pn) ?? { user: "", device: 0, server: "" };
    const lid = server === "s.whatsapp.net" ? await recorded(user) : undefined;
    return typeof lid === "string" ? `${lid}${device ? `:${device}` : ""}@lid` : ask(pn);
  };
}

/** People without a privacy id would cost a query at every message: asked again after ten minutes only. */
export function rarely(ask: Ask, now: () => number): Ask {
  const unknown = new Map<string, number>();
  return async (numbers) => {
    const wanted = numbers.filter((number) => (unknown.get(number) ?? 0) <= now());
    const found = wanted.length === 0 ? [] : ((await ask(wanted)) ?? []);
    const answered = new Set(found.map((pair) => pair.pn));
    for (const number of wanted) {
      if (answered.has(number)) unknown.delete(number);
      else unknown.set(number, now() + NO_LID_KNOWN_MS);
    }
    return found;
  };
}
