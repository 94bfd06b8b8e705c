/** A type of event, named in the past tense (`ticket.accepted`), with its payload. */
export interface EventType<Payload> {
  readonly name: string;
  /** Never present at run time; carries the payload's type. */
  readonly payload?: Payload;
}

export function defineEvent<Payload>(name: string): EventType<Payload> {
  return { name };
}
