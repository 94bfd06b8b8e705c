import { node } from "#simulator/transport/node.ts";
import type { QueryHandler } from "./query.ts";

const TTL_SECONDS = 300;
const MAX_BYTES = 2 ** 31;

const mediaConnection: QueryHandler = ({ asker }) => {
  const host = node("host", { hostname: asker.phone.network.media.host, maxContentLengthBytes: MAX_BYTES });
  return [node("media_conn", { auth: "simulated", ttl: TTL_SECONDS }, [host])];
};

export const mediaQueries: Readonly<Record<string, Readonly<Record<string, QueryHandler>>>> = {
  "w:m/set": { media_conn: mediaConnection },
};
