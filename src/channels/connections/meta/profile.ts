import type { MetaAccountRow } from "#channels/connections/schema.ts";
import type { Graph } from "./graph.ts";
import { textOf } from "./parts.ts";

export interface Profile {
  readonly name: string | null;
  readonly pictureUrl: string | null;
}

const FIELDS = {
  page: "name,first_name,last_name,profile_pic",
  instagram: "name,username,profile_pic",
  phone: "id",
};

/** Name and picture of a person. Throws GraphError; Meta refuses many profiles. */
export async function profileOf(
  graph: Graph,
  { kind }: MetaAccountRow,
  token: string,
  personId: string,
): Promise<Profile> {
  const answer = await graph.call({
    method: "GET",
    path: encodeURIComponent(personId),
    token,
    query: { fields: FIELDS[kind] },
  });
  const whole = [textOf(answer["first_name"]), textOf(answer["last_name"])].join(" ").trim();
  return {
    name: textOf(answer["name"]) || whole || textOf(answer["username"]) || null,
    pictureUrl: textOf(answer["profile_pic"]) || null,
  };
}
