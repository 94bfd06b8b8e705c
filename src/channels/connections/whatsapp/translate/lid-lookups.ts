import type { SocketConfig } from "@whiskeysockets/baileys";
import { parseJid } from "./jid.ts";

type MakeRepository = SocketConfig["makeSignalRepository"];
type Ask = NonNullable<Parameters<MakeRepository>[2]>;

const NO_LID_KNOWN_MS = 10 * 60 * 1000;
const QUERY_FAILED_MS = 60 * 1000;

type Mapping = ReturnType<MakeRepository>["lidMapping"];

/** Storage of the pairs of number and privacy id. */
export interface LidRecords {
  /** Returns the privacy id of a number, or the number of `<privacy id>_reverse`. */
  readonly find: (user: string) => Promise<unknown>;
  /** Stores pairs in the form of `find`; resolves once they are committed. */
  readonly save: (pairs: Readonly<Record<string, string>>) => Promise<void>;
}

/**
 * Answers Baileys' look-ups of privacy ids from our records. Baileys looks up several times per message, and stores the pair
 * of each new person in a transaction that blocks all others.
 */
export function answerFromRecords(mapping: Mapping, records: LidRecords): void {
  const ask = mapping.getLIDForPN.bind(mapping);
  mapping.getLIDForPN = async (pn) => {
    const { user, device, server } = parseJid(pn) ?? { user: "", device: 0, server: "" };
    const lid = server === "s.whatsapp.net" ? await records.find(user) : undefined;
    return typeof lid === "string" ? `${lid}${device ? `:${device}` : ""}@lid` : ask(pn);
  };
  mapping.getPNForLID = async (lid) => {
    const { user, device, server } = parseJid(lid) ?? { user: "", device: 0, server: "" };
    const pn = server === "lid" ? await records.find(`${user}_reverse`) : undefined;
    return typeof pn === "string" ? `${pn}:${device}@s.whatsapp.net` : null;
  };
  mapping.storeLIDPNMappings = async (pairs) => {
    const changes: Record<string, string> = {};
    for (const pair of pairs) {
      const [lid, pn] = [parseJid(pair.lid), parseJid(pair.pn)];
      if (lid?.server !== "lid" || pn?.server !== "s.whatsapp.net") continue;
      if ((await records.find(pn.user)) === lid.user) continue;
      changes[pn.user] = lid.user;
      changes[`${lid.user}_reverse`] = pn.user;
    }
    if (Object.keys(changes).length > 0) await records.save(changes);
  };
}

/**
 * Repeats the query for a person without a privacy id only after ten minutes, and after a minute when it failed,
 * instead of several times for every message.
 */
export function rarely(ask: Ask, now: () => number): Ask {
  const unknown = new Map<string, number>();
  return async (numbers) => {
    const wanted = numbers.filter((number) => (unknown.get(number) ?? 0) <= now());
    if (wanted.length === 0) return [];
    let found: Awaited<ReturnType<Ask>>;
    try {
      found = (await ask(wanted)) ?? [];
    } catch (error) {
      for (const number of wanted) unknown.set(number, now() + QUERY_FAILED_MS);
      throw error;
    }
    const answered = new Set(found.map((pair) => pair.pn));
    for (const number of wanted) {
      if (answered.has(number)) unknown.delete(number);
      else unknown.set(number, now() + NO_LID_KNOWN_MS);
    }
    return found;
  };
}
