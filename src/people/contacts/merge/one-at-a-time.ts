import { yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** The newest merge or undo in steps of each company that has one in progress, by company id. */
const newest = new WeakMap<Tenant["installation"], Map<number, Promise<unknown>>>();

/**
 * Runs the merges and undos of a company that move messages in steps one after another, and keeps the company open. Two
 * merges of one contact into different contacts would otherwise move each other's messages back in every step and never
 * end. The first merge begins immediately. Before each later merge the event loop runs once, so that other requests are not blocked.
 */
export function oneMergeAtATime<T>(tenant: Tenant, merge: () => Promise<T>): Promise<T> {
  const { installation, id } = tenant;
  const release = tenant.keepOpen();
  const companies = newest.get(installation) ?? new Map<number, Promise<unknown>>();
  newest.set(installation, companies);
  const before = companies.get(id);
  const result = (before ? before.then(() => yieldToEventLoop(tenant)).then(merge) : merge()).finally(
    release,
  );
  // A merge that failed does not stop the next one.
  const settled = result.then(
    () => undefined,
    () => undefined,
  );
  companies.set(id, settled);
  void settled.then(() => {
    if (companies.get(id) === settled) companies.delete(id);
  });
  return result;
}
