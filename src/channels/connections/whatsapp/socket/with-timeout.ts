/** Resolves with the result of `work`, or with `otherwise` after `limit` ms. */
export async function withTimeout<T, U>(limit: number, work: Promise<T>, otherwise: U): Promise<T | U> {
  const late = Promise.withResolvers<U>();
  const timer = setTimeout(() => late.resolve(otherwise), limit);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
