import { bytesOf, child, node } from "#simulator/transport/node.ts";
import { type QueryHandler, QueryRefused } from "./query.ts";

const picture: QueryHandler = ({ asker, iq, subject }) => {
  const { network } = asker.phone;
  const phone = network.directory.find(iq.attrs["target"])?.phone;
  if (!phone?.picture) throw new QueryRefused(404, "item-not-found");
  const type = subject?.attrs["type"] ?? "preview";
  return [node("picture", { id: "1", type, url: network.media.pictureUrl(phone.number) })];
};

const setPicture: QueryHandler = ({ asker, iq }) => {
  asker.phone.picture = bytesOf(child(iq, "picture")) ?? null;
  return [node("picture", { id: "1" })];
};

/** GraphQL-like queries: simulated accounts have no restrictions. */
const mex: QueryHandler = () => {
  const data = {
    xwa2_fetch_account_reachout_timelock: { is_active: false },
    xwa2_message_capping_info: { capping_status: "NONE" },
  };
  return [node("result", {}, Buffer.from(JSON.stringify({ data })))];
};

export const profileQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "w:profile:picture/get": { picture },
  "w:profile:picture/set": { "*": setPicture },
  "w:mex/get": { query: mex },
  "w:biz/get": { "*": () => [node("business_profile")] },
};
