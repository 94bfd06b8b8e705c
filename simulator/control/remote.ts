import { CONTROL_PATH, type VerbName, type Verbs } from "./face.ts";
import type { Verb } from "./verb.ts";

type Input<Name extends VerbName> = Verbs[Name] extends Verb<infer In, unknown> ? In : never;
type Output<Name extends VerbName> = Awaited<ReturnType<Verbs[Name]["run"]>>;

/** Drives a simulator that runs in another process. */
export class RemoteNetwork {
  readonly base: string;

  /** `base`: address of the control interface, printed by the command line (`http://127.0.0.1:PORT`). */
  constructor(base: string) {
    this.base = base;
  }

  /** Runs one command; rejects with the simulator's error text. */
  async call<Name extends VerbName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
    const response = await fetch(`${this.base}${CONTROL_PATH}${name}`, {
      method: "POST",
      body: JSON.stringify(input),
    });
    const answer = (await response.json()) as Output<Name> & { error?: string };
    if (!response.ok) throw new Error(`${name}: ${answer.error}`);
    return answer;
  }
}
