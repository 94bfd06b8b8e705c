/**
 * Maximum number of large bodies that arrive at the same time. It bounds the disk space that unsigned senders can
 * occupy. Meta repeats a refused call.
 */
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
   * Takes a place and returns a function that releases it; null when no place is free. When all places are taken, a
   * body in progress may be cut (its `cut` is called): a caller with a proven address gets the place of the oldest body
   * from an unproven address. Otherwise the address with the most places loses its oldest one, if it has at least two
   * more than the caller's address.
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
      // Moved to the end, so that the address without a valid signature for the longest time is dropped first.
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
