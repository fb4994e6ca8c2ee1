/** Levels of JSON that callers may send: much deeper values overflow the stack of JSON.stringify. Documents of Jira have some dozens. */
export const MAX_DEPTH = 500;

/** Whether a value of JSON has more levels of lists and objects. */
export function isDeeperThan(max: number, value: unknown): boolean {
  let level = [value].filter(isNested);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= max) return true;
    level = level.flatMap(each => Object.values(each).filter(isNested));
  }
  return false;
}

const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
