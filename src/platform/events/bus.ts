import type { EventType } from "./define-event.ts";

type Listener<Scope, Payload> = (scope: Scope, payload: Payload) => void;

/**
 * In-process events. `within` listeners run inside the transaction that emits, may write in it and make it
 * fail; `after` listeners run once it is committed, in order of emission, and their errors have no effect on others.
 */
export interface Bus<Unit, Scope> {
  within<Payload>(type: EventType<Payload>, listener: Listener<Unit, Payload>): void;
  after<Payload>(type: EventType<Payload>, listener: Listener<Scope, Payload>): void;
  /** Runs the listeners inside the transaction; called by the unit of work. */
  emitWithin<Payload>(unit: Unit, type: EventType<Payload>, payload: Payload): void;
  /** Runs the listeners after the commit; called by the unit of work. */
  emitAfter<Payload>(scope: Scope, type: EventType<Payload>, payload: Payload): void;
}

/** `onError` receives the errors of `after` listeners. */
export function createBus<Unit, Scope>(onError: (event: string, error: unknown) => void): Bus<Unit, Scope> {
  const inner = new Map<string, Listener<Unit, never>[]>();
  const outer = new Map<string, Listener<Scope, never>[]>();
  const add = <L>(map: Map<string, L[]>, name: string, listener: L) => {
    const list = map.get(name);
    if (list) list.push(listener);
    else map.set(name, [listener]);
  };
  return {
    within: (type, listener) => add(inner, type.name, listener),
    after: (type, listener) => add(outer, type.name, listener),
    emitWithin(unit, type, payload) {
      for (const listener of inner.get(type.name) ?? []) listener(unit, payload as never);
    },
    emitAfter(scope, type, payload) {
      for (const listener of outer.get(type.name) ?? []) {
        try {
          listener(scope, payload as never);
        } catch (error) {
          onError(type.name, error);
        }
      }
    },
  };
}

/** A bus whose `after` listeners run only where `applies` returns true. */
export const filteredBus = <Unit, Scope>(
  bus: Bus<Unit, Scope>,
  applies: (scope: Scope) => boolean,
): Pick<Bus<Unit, Scope>, "after"> => ({
  after: (type, listener) =>
    bus.after(type, (scope, payload) => {
      if (applies(scope)) listener(scope, payload);
    }),
});
