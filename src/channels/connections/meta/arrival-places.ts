/** Large bodies that arrive at the same time; Meta repeats a refused one. Unsigned senders can hold no more disk than these. */
export const MAX_ARRIVING = 4;

interface Arrival {
  readonly address: string;
  readonly cut: () => void;
}

/** Addresses with a valid signature that are remembered: Meta sends from several hundred. */
const MAX_PROVEN = 2000;

/** The places for large bodies, shared fairly among the addresses that send them. */
export interface ArrivalPlaces {
  /**
   * Takes a place; returns how to release it, null when none is free. When all are taken, a proven address gets the
   * place of the oldest body from an address that is not, and an address that holds at least two more than the
   * caller's loses its oldest: `cut` of that body is called.
   */
  take(address: string, cut: () => void): (() => void) | null;
  /** The address sent a body with a valid signature. */
  prove(address: string): void;
}

export function createArrivalPlaces(): ArrivalPlaces {
  const taken = new Set<Arrival>();
  const proven = new Set<string>();
  const heldBy = (address: string) => [...taken].filter((arrival) => arrival.address === address);
  const unprovenLoser = (address: string) =>
    proven.has(address) ? [...taken].find((arrival) => !proven.has(arrival.address)) : undefined;
  const greedyLoser = (address: string) => {
    const most = [...taken]
      .map((arrival) => heldBy(arrival.address))
      .reduce((longest, held) => (held.length > longest.length ? held : longest));
    return most.length < heldBy(address).length + 2 ? undefined : most[0];
  };
  return {
    prove(address) {
      // Moved to the end: the address that was quiet for longest is forgotten first.
      proven.delete(address);
      proven.add(address);
      const [oldest] = proven;
      if (proven.size > MAX_PROVEN && oldest !== undefined) proven.delete(oldest);
    },
    take(address, cut) {
      if (taken.size >= MAX_ARRIVING) {
        const loser = unprovenLoser(address) ?? greedyLoser(address);
        if (!loser) return null;
        taken.delete(loser);
        loser.cut();
      }
      const arrival = { address, cut };
      taken.add(arrival);
      return () => void taken.delete(arrival);
    },
  };
}
