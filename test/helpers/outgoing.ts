/** Outgoing calls whose answers are not completely read yet. */
export interface Outgoing {
  /** How many there are now. */
  under(): number;
  /** How many there ever were. */
  ever(): number;
  stop(): void;
}

/** Counts every `fetch` of this process from now on, so that a test waits for their ends instead of guessing at them. */
export function watchOutgoing(): Outgoing {
  const real = globalThis.fetch;
  let [under, ever] = [0, 0];
  const counted = async (...call: Parameters<typeof fetch>): Promise<Response> => {
    under += 1;
    ever += 1;
    const over = () => {
      under -= 1;
    };
    try {
      const response = await real(...call);
      if (response.body) void response.clone().arrayBuffer().then(over, over);
      else over();
      return response;
    } catch (error) {
      over();
      throw error;
    }
  };
  globalThis.fetch = Object.assign(counted, { preconnect: real.preconnect });
  return {
    under: () => under,
    ever: () => ever,
    stop() {
      globalThis.fetch = real;
    },
  };
}
