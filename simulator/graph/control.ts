import * as v from "valibot";
import { cloudOf } from "./cloud-book.ts";
import {
  changeCapability,
  disableAccount,
  reportQuality,
  reportViolation,
  restrictAccount,
} from "./cloud-standing.ts";
import type { GraphSimulator } from "./server.ts";

export const GRAPH_CONTROL_PATH = "/control/";

const number = v.pipe(v.string(), v.regex(/^\d{8,20}$/));
/** Seconds from now; absent = Meta states no end. */
const seconds = v.optional(v.number());

type Act = (simulator: GraphSimulator, body: unknown) => Promise<number>;

function verb<Schema extends v.GenericSchema>(
  schema: Schema,
  act: (
    simulator: GraphSimulator,
    official: ReturnType<typeof officialOf>,
    input: v.InferOutput<Schema>,
  ) => Promise<number>,
): Act {
  return (simulator, body) => {
    const named = v.parse(v.looseObject({ number }), body);
    return act(simulator, officialOf(simulator, named.number), v.parse(schema, body));
  };
}

function officialOf({ book }: GraphSimulator, phone: string) {
  const found = cloudOf(book).numbers.find((each) => each.phone === phone);
  if (!found) throw new Error(`no official number ${phone}`);
  return found;
}

/** States of official numbers; each answers with the status of the webhook that reports it. */
const graphVerbs: Readonly<Record<string, Act>> = {
  /** An empty list frees the account. */
  "official.restrict": verb(
    v.object({ restrictions: v.array(v.object({ type: v.string(), seconds })) }),
    (simulator, official, { restrictions }) =>
      restrictAccount(
        simulator,
        official,
        restrictions.map(({ type, seconds: left }) => ({
          type,
          ...(left !== undefined && { endsAt: simulator.now() + left * 1000 }),
        })),
      ),
  ),
  "official.disable": verb(
    v.object({ state: v.picklist(["DISABLE", "SCHEDULE_FOR_DISABLE", "REINSTATE"]) }),
    (simulator, official, { state }) => disableAccount(simulator, official, state),
  ),
  "official.violation": verb(v.object({ type: v.string() }), (simulator, official, { type }) =>
    reportViolation(simulator, official, type),
  ),
  "official.quality": verb(
    v.object({ event: v.picklist(["FLAGGED", "UNFLAGGED", "UPGRADE", "DOWNGRADE"]) }),
    (simulator, official, { event }) => reportQuality(simulator, official, event),
  ),
  /** Recipients of 24 hours; -1 = any number. */
  "official.capability": verb(v.object({ limit: v.number() }), (simulator, official, { limit }) =>
    changeCapability(simulator, official, limit),
  ),
  /** The next messages are refused with these errors of Meta; an empty list ends that. */
  "official.refuse": verb(
    v.object({
      refusals: v.array(
        v.object({
          code: v.number(),
          isForTemplates: v.optional(v.boolean(), false),
          prefix: v.optional(v.string(), ""),
          isLate: v.optional(v.boolean(), false),
        }),
      ),
    }),
    async (_simulator, official, { refusals }) => {
      official.refusals = refusals;
      return 0;
    },
  ),
};

/** `POST /control/<verb>` of the Graph simulator; 400 for invalid input, 409 when it cannot be carried out. */
export async function answerGraphControl(
  simulator: GraphSimulator,
  request: Request,
  name: string,
): Promise<Response> {
  const found = graphVerbs[name];
  if (!found || request.method !== "POST") return Response.json({ error: "no such verb" }, { status: 404 });
  try {
    return Response.json(await found(simulator, await request.json()));
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return Response.json({ error: text }, { status: v.isValiError(error) ? 400 : 409 });
  }
}
