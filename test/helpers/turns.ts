/** Counts the turns of the event loop during long work: other requests run in each. */
export async function turnsDuring<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly turns: number }> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const result = await work();
  isOver = true;
  return { result, turns };
}
