import { capFields, lockFields } from "#simulator/standing/announce.ts";
import { CAP_TYPES } from "#simulator/standing/standing.ts";
import { node } from "#simulator/transport/node.ts";
import { type QueryHandler, QueryRefused } from "./query.ts";

const REACHOUT_LOCK = "23983697327930364";
const NEW_CHAT_CAP = "24503548349331633";

/** GraphQL over the socket: the lock and the limit of new chats of the account that asks. */
const answerMex: QueryHandler = ({ asker, subject }) => {
  const { phone } = asker;
  const id = subject?.attrs["query_id"];
  const asked = JSON.parse(Buffer.from((subject?.content ?? "{}") as Uint8Array).toString()) as {
    variables?: { input?: { type?: string } };
  };
  phone.standing.queries.push(id ?? "");
  if (id === REACHOUT_LOCK) return result({ xwa2_fetch_account_reachout_timelock: lockFields(phone) });
  if (id !== NEW_CHAT_CAP) throw new QueryRefused(400, "unknown query");
  const type = asked.variables?.input?.type;
  if (!CAP_TYPES.some((known) => known === type)) throw new QueryRefused(400, "unknown type");
  return result({ xwa2_message_capping_info: capFields(phone) });
};

const result = (data: Readonly<Record<string, unknown>>) => [
  node("result", {}, Buffer.from(JSON.stringify({ data }))),
];

export const mexQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "w:mex/get": { query: answerMex },
};
