/** A company whose file can give up its memory. */
interface Resting {
  rest(): boolean;
}

/** Companies whose files take memory, the one used longest ago first. */
export interface AwakeList<Company extends Resting> {
  used(company: Company): void;
  forget(company: Company): void;
}

/** Lets the company used longest ago rest as soon as more than `most` are awake. */
export function createAwakeList<Company extends Resting>(most: number): AwakeList<Company> {
  const order = new Set<Company>();
  let last: Company | undefined;
  let isPlanned = false;
  const restOldest = () => {
    isPlanned = false;
    const surplus = [...order].slice(0, Math.max(0, order.size - most));
    for (const company of surplus) {
      company.rest();
      order.delete(company);
    }
  };
  return {
    used(company) {
      if (last === company && order.has(company)) return;
      last = company;
      order.delete(company);
      order.add(company);
      if (order.size <= most || isPlanned) return;
      isPlanned = true;
      // In a turn of its own nobody is in the middle of a statement.
      setImmediate(restOldest);
    },
    forget: (company) => void order.delete(company),
  };
}
