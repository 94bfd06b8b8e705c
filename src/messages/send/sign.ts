import type { UserActor } from "#tenants/tenant.ts";

/** `*{user name}:*` above what a person writes on the screen (behaviour 7.3), never twice, never without a text. */
export function signed(actor: Pick<UserActor, "name" | "signMessages">, body: string): string {
  const prefix = `*${actor.name}:*\n`;
  if (!actor.signMessages || body === "" || body.startsWith(prefix)) return body;
  return prefix + body;
}
