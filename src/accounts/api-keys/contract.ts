import * as v from "valibot";
import { UserRef } from "#accounts/users/contract.ts";
import { Instant, plainName } from "#platform/http/contract.ts";

/** Scopes of an API key. A route without a scope cannot be called with a key. */
export const SCOPES = [
  "messages:send",
  "messages:read",
  "contacts:read",
  "contacts:write",
  "tickets:read",
  "webhooks:manage",
] as const;
export const Scope = v.picklist(SCOPES);
export type Scope = v.InferOutput<typeof Scope>;

const KEY_NAME_MIN = 2;
const KEY_NAME_MAX = 50;

export const ApiKeyBody = v.object({
  name: plainName(KEY_NAME_MIN, KEY_NAME_MAX),
  scopes: v.pipe(v.array(Scope), v.nonEmpty("required"), v.maxLength(2 * SCOPES.length)),
});
export type ApiKeyBody = v.InferOutput<typeof ApiKeyBody>;

export const ApiKeyAnswer = v.object({
  id: v.number(),
  name: v.string(),
  /** The last four characters, by which users recognize the key in the list. */
  last4: v.string(),
  scopes: v.array(Scope),
  /** User who created it; null for keys of other origin. `isDeleted`: the user was deleted. */
  createdBy: v.nullable(v.object({ ...UserRef.entries, isDeleted: v.boolean() })),
  createdAt: Instant,
  lastUsedAt: v.nullable(Instant),
});
export type ApiKeyAnswer = v.InferOutput<typeof ApiKeyAnswer>;
export const ApiKeyList = v.object({ keys: v.array(ApiKeyAnswer) });
export type ApiKeyList = v.InferOutput<typeof ApiKeyList>;
/** `key` is returned only in this response. */
export const ApiKeyMade = v.object({ ...ApiKeyAnswer.entries, key: v.string() });
export type ApiKeyMade = v.InferOutput<typeof ApiKeyMade>;
