import { isValiError } from "valibot";
import type { Network } from "#simulator/network.ts";
import { accountVerbs } from "./account-verbs.ts";
import { faultVerbs, loadVerbs } from "./fault-verbs.ts";
import { messageVerbs } from "./message-verbs.ts";
import { standingVerbs } from "./standing-verbs.ts";
import type { Verb } from "./verb.ts";

const verbs = { ...accountVerbs, ...messageVerbs, ...loadVerbs, ...faultVerbs, ...standingVerbs };
export type Verbs = typeof verbs;
export type VerbName = keyof Verbs;

export const CONTROL_PATH = "/control/";

/** `POST /control/<verb>` with a JSON body; 400 for invalid input, 409 when the command cannot be carried out. */
export async function answerControl(network: Network, request: Request, name: string): Promise<Response> {
  const found = (verbs as Readonly<Record<string, Verb<unknown, unknown>>>)[name];
  if (!found || request.method !== "POST") return Response.json({ error: "no such verb" }, { status: 404 });
  try {
    const body = await request.text();
    const answer = await found.run(network, body === "" ? {} : JSON.parse(body));
    return Response.json(answer ?? null);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return Response.json({ error: text }, { status: isValiError(error) ? 400 : 409 });
  }
}
